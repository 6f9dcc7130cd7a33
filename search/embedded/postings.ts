/** Postings of the query terms: the entities whose text contains them, and what each term adds to a score. */
import { impactMax, termWeight } from '../bm25.ts'
import { lowerBound } from './binary-search.ts'
import type { Segment } from './segment.ts'

/** The entities that contain a term, ascending, with its impact on each. */
export interface PostingList {
  readonly entities: Uint32Array
  readonly impacts: Uint8Array
  /** The weight of a unit of impact. */
  readonly weight: number
  /** The greatest impact. */
  readonly best: number
}

export interface QueryPostings {
  /** Only terms with postings. */
  readonly lists: readonly PostingList[]
  /** The sum of all terms, including unknown ones, each at its best impact: the denominator of a score (`bm25.ts`). */
  readonly bestSum: number
}

/** Looks up the terms in the segment. */
export function postingsFor(segment: Segment, terms: readonly string[]): QueryPostings {
  const { 'bm25.start': starts, 'bm25.entity': entities } = segment.columns
  const { 'bm25.impact': impacts, 'bm25.best': bests } = segment.columns
  const lists: PostingList[] = []
  let bestSum = 0
  for (const text of terms) {
    const term = findTerm(segment, text)
    const [start, end] = term === -1 ? [0, 0] : [starts[term]!, starts[term + 1]!]
    const weight = termWeight(end - start, segment.entities)
    const best = term === -1 ? impactMax : bests[term]!
    bestSum += weight * best
    if (term === -1) continue
    lists.push({
      entities: entities.subarray(start, end),
      impacts: impacts.subarray(start, end),
      weight,
      best,
    })
  }
  return { lists, bestSum }
}

/** Σ weight × impact over the terms of the entity; 0 if it contains none. */
export function termSum({ lists }: QueryPostings, entity: number): number {
  let sum = 0
  for (const list of lists) sum += list.weight * impactOn(list, entity)
  return sum
}

/** 0 if the entity does not contain the term. */
export function impactOn({ entities, impacts }: PostingList, entity: number): number {
  const index = lowerBound(entities.length, (posting) => entities[posting]! < entity)
  return entities[index] === entity ? impacts[index]! : 0
}

/** The number of the term in the dictionary, or -1. */
function findTerm({ columns }: Segment, text: string): number {
  const { 'term.start': starts, 'term.text': bytes } = columns
  const dictionary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const target = Buffer.from(text)
  const compare = (term: number) =>
    dictionary.compare(target, 0, target.length, starts[term], starts[term + 1])
  const terms = starts.length - 1
  const term = lowerBound(terms, (other) => compare(other) < 0)
  return term < terms && compare(term) === 0 ? term : -1
}
