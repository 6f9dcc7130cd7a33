/** The total order of hits, and the first ones without sorting all. */
import type { Sort } from '@careatlas/contract/envelopes'
import type { Candidates } from './candidates.ts'
import { TopK } from './top-k.ts'

/** Compares the candidates at two indexes; negative if the first one comes first. */
export type Order = (a: number, b: number) => number

/**
 * `relevance`: by score, then by distance if a position was given. `distance`: by distance, with the entities of `isLast` at
 * the end. `name`: by name. Ids, the order of entities, break ties.
 */
export function hitOrder(
  sort: Sort,
  nameRanks: Uint32Array,
  { entities, miles }: Candidates,
  scoreAt: ((index: number) => number) | null,
  isLast: ((entity: number) => boolean) | null,
): Order {
  const byId: Order = (a, b) => entities[a]! - entities[b]!
  const byDistance: Order = miles === null ? byId : (a, b) => miles[a]! - miles[b]! || byId(a, b)
  if (sort === 'name') return (a, b) => nameRanks[entities[a]!]! - nameRanks[entities[b]!]!
  if (sort === 'relevance' && scoreAt !== null) return (a, b) => scoreAt(b) - scoreAt(a) || byDistance(a, b)
  if (sort !== 'distance' || isLast === null) return byDistance
  return (a, b) => Number(isLast(entities[a]!)) - Number(isLast(entities[b]!)) || byDistance(a, b)
}

/** Whether neither the candidate at `index` nor a later one comes before the one at `last`. */
export type EndOfOrder = (index: number, last: number) => boolean

/** In the order of distance, later candidates are not nearer. Null for another order. */
export function endOfDistance(
  sort: Sort,
  { entities, miles }: Candidates,
  isLast: ((entity: number) => boolean) | null,
): EndOfOrder | null {
  if (sort !== 'distance' || miles === null) return null
  return (index, last) => miles[index]! > miles[last]! && isLast?.(entities[last]!) !== true
}

/** The indexes of the first `count` candidates, of those at `indexes`, which are ascending. */
export function topInOrder(
  indexes: Uint32Array,
  count: number,
  order: Order,
  end: EndOfOrder | null,
): number[] {
  const top = new TopK(count, order)
  for (const index of indexes) {
    if (top.last !== undefined && end?.(index, top.last) === true) break
    if (top.last === undefined || order(index, top.last) < 0) top.add(index)
  }
  return top.sorted()
}
