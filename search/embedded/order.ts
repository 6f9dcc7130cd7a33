/** The total order of hits, and its beginning without sorting the rest. */
import type { Sort } from '@careatlas/contract/envelopes'
import type { Candidates } from './candidates.ts'

/** Negative when the candidate at `a` comes first. */
export type Order = (a: number, b: number) => number

/**
 * `relevance`: score, then distance where a position was given. `distance`: distance. `name`: the name.
 * Ties go by id, which is how entities are numbered.
 */
export function orderOf(
  sort: Sort,
  nameRanks: Uint32Array,
  { entities, miles }: Candidates,
  scoreAt: ((place: number) => number) | null,
): Order {
  const byId: Order = (a, b) => entities[a]! - entities[b]!
  const byDistance: Order = miles === null ? byId : (a, b) => miles[a]! - miles[b]! || byId(a, b)
  if (sort === 'name') return (a, b) => nameRanks[entities[a]!]! - nameRanks[entities[b]!]!
  if (sort === 'relevance' && scoreAt !== null) return (a, b) => scoreAt(b) - scoreAt(a) || byDistance(a, b)
  return byDistance
}

/** Twice the candidates wanted, at least so many, are gathered before the later half is dropped. */
const gatheredAtLeast = 1024

/** The first `count` of the candidates at `places`: n comparisons, and a sort of a few for each that is early. */
export function firstInOrder(places: Uint32Array, count: number, order: Order): number[] {
  let gathered: number[] = []
  const room = Math.max(2 * count, gatheredAtLeast)
  let last: number | undefined
  for (const place of places) {
    if (last !== undefined && order(place, last) > 0) continue
    gathered.push(place)
    if (gathered.length === room) {
      gathered = gathered.toSorted(order).slice(0, count)
      last = gathered.at(-1)
    }
  }
  return gathered.toSorted(order).slice(0, count)
}
