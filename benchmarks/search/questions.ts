/** What people ask: the judged questions of `relevance/queries.tsv`, as they are written. */
import { type JudgedQuery, readQueries } from '../relevance/judged-queries.ts'

/** Those for clinicians that name neither a place nor a person. */
const anywhere: ReadonlySet<string> = new Set([
  'navigational',
  'symptoms',
  'clinical',
  'spanish',
  'traits',
  'carriers',
])

export interface Questions {
  /** For clinicians, wherever they are. */
  readonly clinicians: readonly string[]
  /** For places of care. */
  readonly places: readonly string[]
  /** Every one, with those that name somebody, somewhere or nothing that is looked for here. */
  readonly all: readonly string[]
}

export function readQuestions(): Questions {
  const judged = readQueries()
  return {
    clinicians: textsOf(judged.filter(({ set }) => anywhere.has(set))),
    places: textsOf(judged.filter(({ set }) => set === 'places')),
    all: textsOf(judged),
  }
}

function textsOf(judged: readonly JudgedQuery[]): readonly string[] {
  return judged.map(({ query }) => query)
}
