/** The facts of each NPI of one partition: first those of the snapshot that is updated, then those that this ingest read. */
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
  /** The same facts. */
  readonly json: string
}

/** NPIs ascending. */
export function factsByNpi(context: StepContext, partition: number): readonly FactsOfNpi[] {
  const { job } = context
  const byNpi = new Map<string, WithJson[]>()
  const add = (npi: string, one: WithJson): void => {
    const known = byNpi.get(npi)
    if (known === undefined) byNpi.set(npi, [one])
    else if (known.push(one) > factsMax) throw tooMany(npi)
  }
  if (job.previousFacts !== null) {
    using store = new FactReader(job.previousFacts)
    for (const [npi, facts] of store.readPartition(partition))
      for (const one of facts) add(npi, withJson(ranked(one, job)))
  }
  for (const [filed, line] of context.readWithLines('facts', partition)) {
    const one = ranked(filed, job)
    add(one.fact.npi as string, one === filed ? { filed, json: line } : withJson(one))
  }
  return [...byNpi]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([npi, facts]) => {
      const ordered = facts.length === 1 ? facts : facts.toSorted((a, b) => a.filed.file - b.filed.file)
      return {
        npi,
        facts: ordered.map(({ filed }) => filed),
        json: `[${ordered.map(({ json }) => json).join(',')}]`,
      }
    })
}

interface WithJson {
  readonly filed: SourcedFact
  readonly json: string
}

function withJson(filed: SourcedFact): WithJson {
  return { filed, json: JSON.stringify(filed) }
}

function tooMany(npi: string): InputError {
  return new InputError(
    `The files state more than ${factsMax} facts about the one NPI ${npi}; look for lines that repeat.`,
  )
}

/** Changes the file index from the order of reading to the job's order of files; a fact without a date gets that of its file. */
export function ranked<F extends Fact>(filed: SourcedFact<F>, { rankOf, files }: Job): SourcedFact<F> {
  const { file, fact } = filed
  const place = rankOf[file]!
  if (place === file && fact.asOf !== null) return filed
  return { file: place, fact: fact.asOf === null ? { ...fact, asOf: files[place]!.asOf } : fact }
}
