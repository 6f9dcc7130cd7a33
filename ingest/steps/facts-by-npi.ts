/** The facts of each NPI of one partition: what an updated snapshot knew, then what this ingest read. */
import { compareText } from '../ordering.ts'
import { FactReader } from '../snapshot-builder/fact-store.ts'
import type { Fact, SourcedFact } from '../facts/facts.ts'
import { InputError } from '../input-error.ts'
import type { Job, StepContext } from './step-context.ts'

/** A year of weekly updates from ten sources states a twentieth of it. */
const factsMax = 10_000

/** NPIs ascending, the facts of each in the order of the files and their lines. */
export function factsByNpi(
  context: StepContext,
  partition: number,
): readonly (readonly [npi: string, facts: readonly SourcedFact[]])[] {
  const byNpi = new Map<string, SourcedFact[]>()
  const add = (npi: string, filed: SourcedFact): void => {
    const known = byNpi.get(npi)
    if (known === undefined) byNpi.set(npi, [filed])
    else if (known.push(filed) > factsMax) throw tooMany(npi)
  }
  if (context.job.previousFacts !== null) {
    using store = new FactReader(context.job.previousFacts)
    for (const [npi, facts] of store.readPartition(partition))
      for (const filed of facts) add(npi, ranked(filed, context.job))
  }
  for (const filed of context.read('facts', partition))
    add(filed.fact.npi as string, ranked(filed, context.job))
  return [...byNpi]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([npi, facts]) => [npi, facts.length === 1 ? facts : facts.toSorted((a, b) => a.file - b.file)])
}

function tooMany(npi: string): InputError {
  return new InputError(
    `The files state more than ${factsMax} facts about the one NPI ${npi}; look for lines that repeat.`,
  )
}

/** From the order of reading to the job's order of files; a fact without a date gets its file's. */
export function ranked<F extends Fact>(
  { file, fact }: SourcedFact<F>,
  { rankOf, files }: Job,
): SourcedFact<F> {
  const place = rankOf[file]!
  return { file: place, fact: fact.asOf === null ? { ...fact, asOf: files[place]!.asOf } : fact }
}
