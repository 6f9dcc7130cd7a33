/** Splits a query into clauses, so that "last year" or "not" concerns only the hazard in its own clause. */
import { wordsOf } from '@careatlas/vocabulary/words'

/** The period of "Dr. Stroke" ends no clause. */
const punctuation = /[,;:!?()\n–—]|(?<!\bdra?)\.|\s-\s/i

/**
 * The clauses of `words`, which are those of the query, as many and in the same order, though the spelling may differ; one
 * clause if their numbers differ. A clause also begins before a match of `beginning`.
 */
export function splitClauses(query: string, words: readonly string[], beginning: RegExp): readonly string[] {
  const parts = query.split(punctuation).map((part) => wordsOf(part).length)
  const isAligned = parts.reduce((sum, length) => sum + length, 0) === words.length
  let end = 0
  const clauses = isAligned ? parts.map((length) => words.slice(end, (end += length))) : [words]
  const separator = new RegExp(` (?=${beginning.source})`)
  return clauses.flatMap((clause) => clause.join(' ').split(separator)).filter((text) => text !== '')
}
