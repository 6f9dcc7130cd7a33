/** Reads the hospital affiliations of clinicians: `Facility_Affiliation.csv` of CMS (Provider Data Catalog 27ea-46a8). */
import { isNpi } from '@careatlas/directory/npi'
import { type NamedPerson, type Observation, emptyObservation } from '../facts/facts.ts'
import { badNpiReason, requireNpiRows } from '../file-quality-gates.ts'
import type { Column } from '../read/columns.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import { readHeader } from '../read/read-header.ts'
import { listMemberNames, type OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import { parseCertificationNumber } from './certification-number.ts'
import { parsePerson } from './clinician-line.ts'
import { isNationalFile } from './clinicians-file.ts'
import { dropDuplicates, groupConsecutive } from './group-consecutive.ts'

const certificationColumn = 'Facility Affiliations Certification Number'

const columns: readonly Column[] = [
  { names: ['NPI'] },
  { names: ['facility_type', 'Facility Type'] },
  { names: [certificationColumn] },
  { names: ['Provider Last Name', 'lst_nm'], optional: true },
  { names: ['Provider First Name', 'frst_nm'], optional: true },
]

const affiliationRejections = {
  noNpi: 'no_npi',
  malformedNpi: 'malformed_npi',
  invalidNpi: badNpiReason,
  /** A nursing home, home health agency, hospice or dialysis facility: no facility list has names for their numbers. */
  notHospital: 'not_a_hospital',
  invalidCertification: 'bad_certification_number',
} as const

/** A rehabilitation unit has the number of its hospital with a letter. */
const hospitalTypes: ReadonlySet<string> = new Set([
  'hospital',
  'long-term care hospital',
  'inpatient rehabilitation facility',
])

interface AffiliationLine {
  readonly npi: string
  readonly person: NamedPerson | null
  readonly certification: string
}

/**
 * Yields the hospitals of each NPI by certification number; consecutive lines are one observation, or several if there are more
 * than 1,000. The names come from the facility lists of the snapshot; cards omit a number that no list has. The report counts
 * rejected lines.
 *
 * @throws {InputError} when the file has other columns or no usable line.
 */
export async function* readAffiliations(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly Observation[]> {
  const options = { onBytes, member: isAffiliationsFile }
  const lines = readDelimitedFile(path, columns, report, options, ({ cells }) => parseAffiliationLine(cells))
  for await (const runs of groupConsecutive(lines, ({ npi }) => npi)) {
    yield runs.map((run) => {
      const [{ npi, person }] = run
      const provenance = { source: report.source, asOf: report.dateForRow(null) }
      return {
        ...emptyObservation(npi, provenance),
        ...(person !== null && { person }),
        affiliations: dropDuplicates(
          run.map(({ certification }) => ({ kind: 'hospital', name: null, certification }) as const),
        ),
      }
    })
  }
  requireNpiRows(report)
}

/** The affiliation of the line, or the reason to reject it. */
function parseAffiliationLine([
  npiCell = '',
  type = '',
  certificationCell = '',
  last,
  first,
]: readonly string[]): AffiliationLine | string {
  const npi = npiCell.trim()
  if (npi === '') return affiliationRejections.noNpi
  if (!/^\d{10}$/.test(npi)) return affiliationRejections.malformedNpi
  if (!isNpi(npi)) return affiliationRejections.invalidNpi
  if (!hospitalTypes.has(type.trim().toLowerCase())) return affiliationRejections.notHospital
  // Spreadsheet programs drop the leading zero: the number of Alabama is 01.
  const certification = parseCertificationNumber(certificationCell.trim().replace(/^(?=\d{5}$)/, '0'))
  if (certification === null) return affiliationRejections.invalidCertification
  return { npi, certification, person: parsePerson(first, last) }
}

/**
 * Which of the two CSV files a CMS Doctors & Clinicians file has: the CMS archive may contain both, or the file may be one of
 * them.
 *
 * @throws {InputError} when the file is missing, a folder, or a damaged archive.
 */
export async function detectClinicianFiles(
  path: string,
): Promise<{ readonly clinicians: boolean; readonly affiliations: boolean }> {
  const names = await listMemberNames(path)
  if (names === null) {
    const affiliations = (await readHeader(path)).toLowerCase().includes(certificationColumn.toLowerCase())
    return { clinicians: !affiliations, affiliations }
  }
  const affiliations = names.some(isAffiliationsFile)
  return { clinicians: !affiliations || names.some(isNationalFile), affiliations }
}

function isAffiliationsFile(name: string): boolean {
  return /^facility_affiliation.*\.csv$/i.test(name)
}
