/** The lexical leg: who holds the terms of a question in their own text, and what each term adds. */
import { impactMax, termWeight } from '../bm25.ts'
import { lowerBound } from './binary-search.ts'
import type { Segment } from './segment.ts'

/** Who holds a term, ascending, with its impact on each. */
export interface PostingList {
  readonly entities: Uint32Array
  readonly impacts: Uint8Array
  /** What a unit of impact adds. */
  readonly weight: number
  /** The greatest impact. */
  readonly best: number
}

export interface QueryPostings {
  /** Of the terms that somebody holds. */
  readonly lists: readonly PostingList[]
  /** The sum of who held every term, the unknown ones too, at its best: the measure of a sum (`bm25.ts`). */
  readonly bestSum: number
}

/** What the segment knows of the terms. */
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

/** Σ weight × impact over the terms that the entity holds; 0 when it holds none. */
export function termSum({ lists }: QueryPostings, entity: number): number {
  let sum = 0
  for (const list of lists) sum += list.weight * impactOn(list, entity)
  return sum
}

/** 0 when the entity does not hold the term. */
export function impactOn({ entities, impacts }: PostingList, entity: number): number {
  const at = lowerBound(entities.length, (place) => entities[place]! < entity)
  return entities[at] === entity ? impacts[at]! : 0
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
