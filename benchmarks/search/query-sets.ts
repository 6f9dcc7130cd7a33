/** Realistic queries: the judged ones of `relevance/queries.tsv`. */
import { type JudgedQuery, readQueries } from '../relevance/judged-queries.ts'

/** Sets of queries for clinicians without a place or person. */
const anywhere: ReadonlySet<string> = new Set([
  'navigational',
  'symptoms',
  'clinical',
  'spanish',
  'traits',
  'carriers',
])

export interface QuerySets {
  /** Queries for clinicians without a place. */
  readonly clinicians: readonly string[]
  /** Queries for places of care. */
  readonly places: readonly string[]
  /** All queries, including those with a person or place and those that are out of scope. */
  readonly all: readonly string[]
}

export function readQuerySets(): QuerySets {
  const judged = readQueries()
  return {
    clinicians: listTexts(judged.filter(({ set }) => anywhere.has(set))),
    places: listTexts(judged.filter(({ set }) => set === 'places')),
    all: listTexts(judged),
  }
}

function listTexts(judged: readonly JudgedQuery[]): readonly string[] {
  return judged.map(({ query }) => query)
}
