/** Groups the facts of one partition by NPI: first the facts of the updated snapshot, then those that this ingest has read. */
import { compareText } from '../ordering.ts'
import { FactReader } from '../snapshot-builder/fact-store.ts'
import type { Fact, SourcedFact } from '../facts/facts.ts'
import { InputError } from '../input-error.ts'
import type { Job, StepContext } from './step-context.ts'

/** Twenty times the facts about one NPI in a year of weekly updates from ten sources. */
const factsMax = 10_000

interface FactsOfNpi {
  readonly npi: string
  /** In the order of the files and their lines. */
  readonly facts: readonly SourcedFact[]
  /** The same facts as a JSON array. */
  readonly json: string
}

/** The facts of each NPI of the partition, by ascending NPI. @throws {InputError} when an NPI has too many facts. */
export function groupFactsByNpi(context: StepContext, partition: number): readonly FactsOfNpi[] {
  const { job } = context
  const byNpi = new Map<string, SerializedFact[]>()
  const add = (npi: string, fact: SerializedFact): void => {
    const known = byNpi.get(npi)
    if (known === undefined) byNpi.set(npi, [fact])
    else if (known.push(fact) > factsMax) throw tooManyFactsError(npi)
  }
  if (job.previousFacts !== null) {
    using store = new FactReader(job.previousFacts)
    for (const [npi, facts] of store.readPartition(partition))
      for (const fact of facts) add(npi, serializeFact(renumberFile(fact, job)))
  }
  for (const [spilled, line] of context.readWithLines('facts', partition)) {
    const renumbered = renumberFile(spilled, job)
    const isUnchanged = renumbered === spilled
    add(
      renumbered.fact.npi as string,
      isUnchanged ? { sourcedFact: spilled, json: line } : serializeFact(renumbered),
    )
  }
  return [...byNpi]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([npi, facts]) => {
      const ordered =
        facts.length === 1 ? facts : facts.toSorted((a, b) => a.sourcedFact.file - b.sourcedFact.file)
      return {
        npi,
        facts: ordered.map(({ sourcedFact }) => sourcedFact),
        json: `[${ordered.map(({ json }) => json).join(',')}]`,
      }
    })
}

interface SerializedFact {
  readonly sourcedFact: SourcedFact
  readonly json: string
}

function serializeFact(sourcedFact: SourcedFact): SerializedFact {
  return { sourcedFact, json: JSON.stringify(sourcedFact) }
}

function tooManyFactsError(npi: string): InputError {
  return new InputError(
    `The files state more than ${factsMax} facts about the one NPI ${npi}; look for lines that repeat.`,
  )
}

/** Replaces the index of the file in reading order by its index in `files`; a fact without a date gets the date of its file. */
export function renumberFile<F extends Fact>(
  sourcedFact: SourcedFact<F>,
  { rankOf, files }: Job,
): SourcedFact<F> {
  const { file, fact } = sourcedFact
  const rank = rankOf[file]!
  if (rank === file && fact.asOf !== null) return sourcedFact
  return { file: rank, fact: fact.asOf === null ? { ...fact, asOf: files[rank]!.asOf } : fact }
}
