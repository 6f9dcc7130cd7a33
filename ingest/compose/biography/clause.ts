/** Clauses about one subject, and how they become sentences. */
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinClauses, sentence } from '../phrasing/grammar.ts'
import type { Subject } from './subject.ts'

/** What follows the subject, "speaks Spanish", and what may come before it, "besides English". */
export interface Clause extends Sentence {
  readonly besides?: string
}

/** A sentence for each clause; one for all where the subject is a name, which would be said again and again. */
export function subjectSentences(
  { they, hasPronoun }: Subject,
  clauses: readonly Clause[],
): readonly Sentence[] {
  if (clauses.length === 0) return []
  if (hasPronoun)
    return clauses.map(({ text, besides = '', expendable }) => ({
      text: sentence(`${besides} ${they} ${text}`.trim()),
      expendable,
    }))
  const texts = clauses.map(({ text, besides = '' }) => `${text} ${besides}`.trim())
  const expendable = Math.max(...clauses.map((clause) => clause.expendable))
  return [{ text: sentence(`${they} ${joinClauses(texts)}`), expendable }]
}
