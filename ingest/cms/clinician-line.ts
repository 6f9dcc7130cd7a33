/** Parses a line of CMS Doctors & Clinicians, in any of its layouts. */
import type { Education } from '@careatlas/contract/cards'
import { isNpi } from '@careatlas/directory/npi'
import type { Affiliation, NamedPerson, Observation, RegisteredAddress, UnfitText } from '../facts/facts.ts'
import { badNpiReason } from '../file-quality-gates.ts'
import type { Column } from '../read/columns.ts'
import type { Row } from '../read/delimited.ts'
import { unfitTextReason } from '../read/plain-text.ts'
import type { FileReport } from '../read/file-report.ts'
import { cellValue } from '../read/cell-text.ts'
import { listPlaceholders } from '../read/placeholders.ts'
import { type CellGroup, indexCellGroups, removeUnfitCells } from '../facts/unfit-cells.ts'
import { parseStreetAddress } from './street-address.ts'

const hospitalsMax = 5

/** The names in the headers of 2017, about 2021, and 2024 and later; some copies have only some of the columns. */
export const clinicianColumns: readonly Column[] = [
  { names: ['NPI'] },
  { names: ['adr_ln_1', 'Line 1 Street Address', 'Full Street Address'] },
  { names: ['adr_ln_2', 'Line 2 Street Address'], optional: true },
  { names: ['ln_2_sprs', 'Marker of address line 2 suppression'], optional: true },
  { names: ['City/Town', 'City', 'cty'] },
  { names: ['State', 'st'] },
  { names: ['ZIP Code', 'zip'] },
  { names: ['Telephone Number', 'Phone Number', 'phn_numbr'], optional: true },
  { names: ['Med_sch', 'Medical school name'], optional: true },
  { names: ['Grd_yr', 'Graduation year'], optional: true },
  { names: ['Telehlth'], optional: true },
  { names: ['ind_assgn', 'Professional accepts Medicare Assignment'], optional: true },
  { names: ['Facility Name', 'org_nm', 'Organization legal name'], optional: true },
  ...Array.from({ length: hospitalsMax }, (_, index) => index + 1).map((slot): Column => ({
    names: [`hosp_afl_lbn_${slot}`, `Hospital affiliation LBN ${slot}`],
    optional: true,
  })),
  { names: ['lst_nm', 'Last Name', 'Provider Last Name'], optional: true },
  { names: ['frst_nm', 'First Name', 'Provider First Name'], optional: true },
]

/** Groups of cells by their index in `clinicianColumns`. */
const untrustedCells = indexCellGroups([
  {
    kind: 'address',
    cells: [
      { at: 1, field: 'address line 1' },
      { at: 2, field: 'address line 2' },
      { at: 4, field: 'city' },
      { at: 5, field: 'state' },
    ],
  },
  { kind: 'words', cells: [{ at: 8, field: 'medical school' }] },
  { kind: 'words', cells: [{ at: 12, field: 'group practice' }] },
  ...Array.from({ length: hospitalsMax }, (_, index): CellGroup => ({
    kind: 'words',
    cells: [{ at: 13 + index, field: 'hospital' }],
  })),
])

/** The reasons to reject a line. A line without an address is rejected only if it has no other content. */
const clinicianRejections = {
  noNpi: 'no_npi',
  /** Not ten digits: a spreadsheet program has changed the file. */
  malformedNpi: 'malformed_npi',
  invalidNpi: badNpiReason,
  noAddress: 'no_address',
} as const

/** Counted in `left_out`: CMS withholds the suite. */
const suppressedSuite = 'suppressed_suite'

/** The content of one or several lines of a clinician. */
export interface ClinicianStatement {
  readonly education: readonly Education[]
  readonly affiliations: readonly Affiliation[]
  readonly telehealth: true | null
  readonly assignment: Observation['assignment']
}

export interface ClinicianLine extends ClinicianStatement {
  readonly npi: string
  /** Null if the file does not have both names. */
  readonly person: NamedPerson | null
  readonly practice: RegisteredAddress | null
  /** The unfit texts of the line. */
  readonly unfit: readonly UnfitText[]
}

/** The content of the row, or the reason to reject it. If CMS suppresses address line 2, the suite is unknown. */
export function parseClinicianLine(row: Row, report: FileReport): ClinicianLine | string {
  const { cells, unfit } = removeUnfitCells(row, untrustedCells)
  const [npiCell = '', line1, line2, suppressionCell, city, state, zip, phone, ...facts] = cells
  const [schoolCell, year, telehealth, assignment, groupCell, ...lastCells] = facts
  const [hospitalCells, [last, first]] = [lastCells.slice(0, hospitalsMax), lastCells.slice(hospitalsMax)]
  const npi = npiCell.trim()
  if (npi === '') return clinicianRejections.noNpi
  if (!/^\d{10}$/.test(npi)) return clinicianRejections.malformedNpi
  if (!isNpi(npi)) return clinicianRejections.invalidNpi
  const [school = null, group = null, ...hospitals] = [schoolCell, groupCell, ...hospitalCells].map(cellValue)
  const isSuppressed = suppressionCell?.trim().toUpperCase() === 'Y'
  const line: ClinicianLine = {
    npi,
    person: parsePerson(first, last),
    education: parseEducation(school, year, report),
    affiliations: [
      ...toAffiliations('group_practice', [dropSoloPractice(group)]),
      ...toAffiliations('hospital', hospitals),
    ],
    telehealth: telehealth?.trim().toUpperCase() === 'Y' ? true : null,
    assignment: parseAssignment(assignment),
    practice: parseStreetAddress({ line1, line2: isSuppressed ? '' : line2, city, state, zip, phone }),
    unfit,
  }
  if (isSuppressed) report.leaveOut(suppressedSuite, row.line)
  if (unfit.length > 0) report.leaveOut(unfitTextReason, row.line)
  if (line.practice !== null) return line
  if (!hasContent(line)) return clinicianRejections.noAddress
  report.leaveOut(clinicianRejections.noAddress, row.line)
  return line
}

/** Null unless the line has both names. */
export function parsePerson(first: string | undefined, last: string | undefined): NamedPerson | null {
  const person = { first: cellValue(first), last: cellValue(last) }
  return person.first === null || person.last === null ? null : { first: person.first, last: person.last }
}

/** Clinicians who graduated earlier are no longer in practice. */
const graduationYearMin = 1930

/** Empty for `OTHER`, which CMS writes for all but the larger schools, and for a year without a school. */
function parseEducation(
  institution: string | null,
  yearCell: string | undefined,
  report: FileReport,
): Education[] {
  if (institution === null || institution.toUpperCase() === 'OTHER') return []
  const text = yearCell?.trim() ?? ''
  const year = /^\d{4}$/.test(text) && !report.isFuture(`${text}-01-01`) ? Number(text) : 0
  const known = year >= graduationYearMin ? year : null
  return [{ kind: 'medical_school', institution, field: null, year: known }]
}

/** Entries of clinicians without a group practice in enrollment forms. */
const soloPracticeLabels = listPlaceholders('group practice')

/** Null for `SELF-EMPLOYED` and other texts that do not name a practice. */
function dropSoloPractice(group: string | null): string | null {
  const words = group?.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return soloPracticeLabels.has(words?.join(' ') ?? '') ? null : group
}

function toAffiliations(kind: Affiliation['kind'], names: readonly (string | null)[]): Affiliation[] {
  return names.filter((name) => name !== null).map((name) => ({ kind, name }))
}

/** `Y`: the clinician accepts the amount that Medicare approves; `M`: the clinician may accept it. */
function parseAssignment(cell: string | undefined): Observation['assignment'] {
  const text = cell?.trim().toUpperCase()
  if (text === 'Y') return 'accepts'
  return text === 'M' ? 'may_accept' : null
}

export function hasContent({ education, affiliations, telehealth, assignment }: ClinicianStatement): boolean {
  return education.length > 0 || affiliations.length > 0 || telehealth !== null || assignment !== null
}
