/** Every fact about one NPI as its sources state it, and which statements the card goes by. */
import type { SourceFile } from '@careatlas/directory/snapshot/format'
import type { FiledFact } from './facts.ts'
import { standing } from './standing.ts'
import { type Statement, statementsIn } from './statements.ts'
import { freshestFirst } from './trust.ts'

export interface ExplainedStatement extends Pick<Statement, 'field' | 'value'> {
  readonly source: string
  readonly as_of: string | null
  /** Base name of the file that states it. */
  readonly file: string
  /** Why the card does not go by it; null when it does. */
  readonly lost_because: string | null
}

/**
 * `filed` as a snapshot keeps it; `sources` those of its manifest. The registry row comes first, then the others, the one
 * that counts most first, and last what its own source replaced.
 */
export function explain(
  filed: readonly FiledFact[],
  sources: readonly SourceFile[],
): readonly ExplainedStatement[] {
  const files = sources.map(({ kind, as_of }) => ({ kind, asOf: as_of }))
  const { registration, registrationFile, facts, fallen } = standing(filed, files)
  const row = registration === undefined ? [] : [{ file: registrationFile, fact: registration }]
  const taken = new Map<string, string>()
  const fresh = freshestFirst(facts.map((one) => ({ ...one, source: one.fact.source, asOf: one.fact.asOf })))
  const stated = [...row, ...fresh].flatMap((one) =>
    statementsIn(one.fact).map((statement) => ({ one, statement, because: loses(statement, taken) })),
  )
  const replaced = fallen.flatMap(({ filed: one, because }) =>
    statementsIn(one.fact).map((statement) => ({ one, statement, because })),
  )
  return [...stated, ...replaced].map(({ one: { fact, file }, statement: { field, value }, because }) => ({
    field,
    value,
    source: fact.source,
    as_of: fact.asOf,
    file: sources[file]?.file ?? 'unknown',
    lost_because: because,
  }))
}

/** Statements come with the one that counts first; one that says the same does not lose. */
function loses({ field, value, single }: Statement, taken: Map<string, string>): string | null {
  const counts = taken.get(field)
  if (single && counts === undefined) taken.set(field, value)
  return !single || counts === undefined || counts === value
    ? null
    : 'a fresher or more trusted statement counts'
}
