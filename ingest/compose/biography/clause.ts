/** Clauses about one subject, and the sentences that are made from them. */
import type { Sentence } from '../phrasing/fit-sentences.ts'
import { joinClauses, sentence } from '../phrasing/grammar.ts'
import type { Subject } from './subject.ts'

/** The words after the subject, such as "speaks Spanish"; `besides` are words before it, such as "besides English". */
export interface Clause extends Sentence {
  readonly besides?: string
}

/** One sentence per clause; without a pronoun one sentence for all, so that the text does not repeat the name. */
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
