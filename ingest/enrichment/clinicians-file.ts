/** What Medicare says of clinicians: the national file of CMS Doctors & Clinicians, once Physician Compare. */
import {
  type Observation,
  type SecondaryLocation,
  silentObservation,
  type UnfitTexts,
} from '../facts/facts.ts'
import { refuseWithoutNpis } from '../nothing-usable.ts'
import { readDelimitedFile } from '../read/delimited-file.ts'
import type { OnBytes } from '../read/open-file.ts'
import type { Tally } from '../read/tally.ts'
import {
  clinicianColumns,
  type ClinicianLine,
  clinicianLine,
  type ClinicianSays,
  saysSomething,
} from './clinician-line.ts'
import { distinct } from './distinct.ts'
import { type Run, runsOf } from './runs-of.ts'

export type ClinicianFact = Observation | SecondaryLocation | UnfitTexts

/** 33 are the most in the files of 2017 and 2025; a longer run is told in parts, each as if it were whole. */
const linesFoldedMax = 1000

/**
 * Of the lines of an NPI that follow each other, what they say together once, then each of their places.
 *
 * @throws {InputError} when the file is not such a file or has no usable line; single lines are rejected in the tally.
 */
export async function* readClinicians(
  path: string,
  tally: Tally,
  onBytes?: OnBytes,
): AsyncGenerator<readonly ClinicianFact[]> {
  const options = { onBytes, member: isNationalFile }
  const lines = readDelimitedFile(path, clinicianColumns, tally, options, (row) => clinicianLine(row, tally))
  for await (const runs of runsOf(lines, ({ npi }) => npi, linesFoldedMax)) {
    yield runs.flatMap((run) => factsOf(run, tally))
  }
  refuseWithoutNpis(tally)
}

/** The archive of CMS also holds tables of measures and of hospitals by number. */
export function isNationalFile(name: string): boolean {
  return /\.csv$/i.test(name) && !/^(?:facility_affiliation|utilization|ec_|grp_|vg_)/i.test(name)
}

function factsOf(run: Run<ClinicianLine>, tally: Tally): ClinicianFact[] {
  const [{ npi, person }] = run
  const named = person === null ? {} : { person }
  const provenance = { source: tally.source, asOf: tally.dayOf(null) }
  const together = foldedOf(run)
  const texts = distinct(run.flatMap(({ unfit }) => unfit))
  const places = distinct(run.flatMap(({ practice }) => practice ?? []))
  return [
    ...(saysSomething(together) ? [{ ...silentObservation(npi, provenance), ...named, ...together }] : []),
    ...places.map((practice): SecondaryLocation => ({
      kind: 'secondary_location',
      npi,
      ...named,
      practice,
      ...provenance,
    })),
    ...(texts.length > 0 ? [{ kind: 'unfit_text', npi, texts, ...provenance } as const] : []),
  ]
}

/** One school, the first; of two answers about assignment the one that promises less. */
function foldedOf(run: readonly ClinicianSays[]): ClinicianSays {
  const assignments = run.map(({ assignment }) => assignment)
  return {
    education: run.find(({ education }) => education.length > 0)?.education ?? [],
    affiliations: distinct(run.flatMap(({ affiliations }) => affiliations)),
    telehealth: run.some(({ telehealth }) => telehealth) ? true : null,
    assignment: assignments.includes('may_accept') ? 'may_accept' : (assignments.find(Boolean) ?? null),
  }
}
