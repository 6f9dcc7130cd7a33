/** The lexical leg: the entities whose text holds at least one of the terms, each with its part of the best BM25 score. */
import { impactLimit, relevance, termWeight } from '../bm25.ts'
import { lowerBound } from './binary-search.ts'
import type { EntityValues } from './entity-values.ts'
import type { Segment } from './segment.ts'

/** Fills `parts`, which then holds the matching entities, each with a number above 0 up to 1, and nothing else. */
export function termParts(segment: Segment, terms: readonly string[], parts: EntityValues): void {
  const { 'bm25.start': starts, 'bm25.entity': entities } = segment.columns
  const { 'bm25.impact': impacts, 'bm25.best': bests } = segment.columns
  parts.clear()
  let best = 0
  for (const text of terms) {
    const term = findTerm(segment, text)
    const [start, end] = term === -1 ? [0, 0] : [starts[term]!, starts[term + 1]!]
    const weight = termWeight(end - start, segment.entities)
    best += weight * (term === -1 ? impactLimit : bests[term]!)
    for (let at = start; at < end; at++) parts.add(entities[at]!, weight * impacts[at]!)
  }
  parts.map((sum) => relevance(sum, best))
}

/** The number of the term in the dictionary, or -1. */
function findTerm({ columns }: Segment, text: string): number {
  const { 'term.start': starts, 'term.text': bytes } = columns
  const dictionary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wanted = Buffer.from(text)
  const compare = (term: number) =>
    dictionary.compare(wanted, 0, wanted.length, starts[term], starts[term + 1])
  const terms = starts.length - 1
  const term = lowerBound(terms, (at) => compare(at) < 0)
  return term < terms && compare(term) === 0 ? term : -1
}
