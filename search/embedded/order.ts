/** The total order of hits, and its beginning without sorting the rest. */
import type { Sort } from '@careatlas/contract/envelopes'
import type { EntityValues } from './entity-values.ts'
import type { Scores } from './scores.ts'
import type { Segment } from './segment.ts'

/** Negative when entity `a` comes first. */
export type Order = (a: number, b: number) => number

/**
 * `relevance`: score, then distance where a position was given. `distance`: distance. `name`: the name.
 * Ties go by id, which is how entities are numbered.
 */
export function orderOf(
  sort: Sort,
  segment: Segment,
  miles: EntityValues | null,
  scores: Scores | null,
): Order {
  const byDistance: Order = miles === null ? (a, b) => a - b : (a, b) => miles.get(a) - miles.get(b) || a - b
  if (sort === 'name') {
    const ranks = segment.columns['name.rank']
    return (a, b) => ranks[a]! - ranks[b]!
  }
  if (sort === 'relevance' && scores !== null) {
    return (a, b) => scores.of(b) - scores.of(a) || byDistance(a, b)
  }
  return byDistance
}

/** Twice the entities wanted, at least so many, are gathered before the later half is dropped. */
const gatheredAtLeast = 1024

/**
 * The first `count` of the entities in their order: n comparisons, and a sort of a few for each that is
 * early.
 */
export function firstInOrder(entities: Uint32Array, count: number, order: Order): number[] {
  let gathered: number[] = []
  const room = Math.max(2 * count, gatheredAtLeast)
  let last: number | undefined
  for (const entity of entities) {
    if (last !== undefined && order(entity, last) > 0) continue
    gathered.push(entity)
    if (gathered.length === room) {
      gathered = gathered.toSorted(order).slice(0, count)
      last = gathered.at(-1)
    }
  }
  return gathered.toSorted(order).slice(0, count)
}
