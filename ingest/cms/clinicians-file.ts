/** Reads the national file of CMS Doctors & Clinicians, formerly Physician Compare. */
import {
  type Observation,
  type SecondaryLocation,
  emptyObservation,
  type UnfitTexts,
} from '../facts/facts.ts'
import { requireNpiRows } from '../file-quality-gates.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { FileReport } from '../read/file-report.ts'
import {
  clinicianColumns,
  type ClinicianLine,
  parseClinicianLine,
  type ClinicianStatement,
  hasContent,
} from './clinician-line.ts'
import { dropDuplicates, groupConsecutive, type Run } from './group-consecutive.ts'

export type ClinicianFact = Observation | SecondaryLocation | UnfitTexts

/**
 * Yields one observation for consecutive lines of an NPI, then each of their places. The report counts rejected lines.
 *
 * @throws {InputError} when the file has other columns or no usable line.
 */
export async function* readClinicians(
  path: string,
  report: FileReport,
  onBytes?: OnBytes,
): AsyncGenerator<readonly ClinicianFact[]> {
  const options = { onBytes, member: isNationalFile }
  const lines = readDelimitedFile(path, clinicianColumns, report, options, (row) =>
    parseClinicianLine(row, report),
  )
  for await (const runs of groupConsecutive(lines, ({ npi }) => npi)) {
    yield runs.flatMap((run) => toFacts(run, report))
  }
  requireNpiRows(report)
}

/** The CMS archive also has CSV files of measures and of hospital affiliations. */
export function isNationalFile(name: string): boolean {
  return /\.csv$/i.test(name) && !/^(?:facility_affiliation|utilization|ec_|grp_|vg_)/i.test(name)
}

function toFacts(run: Run<ClinicianLine>, report: FileReport): ClinicianFact[] {
  const [{ npi, person }] = run
  const personField = person === null ? {} : { person }
  const provenance = { source: report.source, asOf: report.dateForRow(null) }
  const merged = mergeStatements(run)
  const texts = dropDuplicates(run.flatMap(({ unfit }) => unfit))
  const places = dropDuplicates(run.flatMap(({ practice }) => practice ?? []))
  return [
    ...(hasContent(merged) ? [{ ...emptyObservation(npi, provenance), ...personField, ...merged }] : []),
    ...places.map((practice): SecondaryLocation => ({
      kind: 'secondary_location',
      npi,
      ...personField,
      practice,
      ...provenance,
    })),
    ...(texts.length > 0 ? [{ kind: 'unfit_text', npi, texts, ...provenance } as const] : []),
  ]
}

/** Keeps the first school, and `may_accept` if the lines have different values for assignment. */
function mergeStatements(run: readonly ClinicianStatement[]): ClinicianStatement {
  const assignments = run.map(({ assignment }) => assignment)
  return {
    education: run.find(({ education }) => education.length > 0)?.education ?? [],
    affiliations: dropDuplicates(run.flatMap(({ affiliations }) => affiliations)),
    telehealth: run.some(({ telehealth }) => telehealth) ? true : null,
    assignment: assignments.includes('may_accept') ? 'may_accept' : (assignments.find(Boolean) ?? null),
  }
}
