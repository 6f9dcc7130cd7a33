/** Candidates of a query with a name or a position, their scores, and the carrier filter. */
import type { EntityTable } from './entity-table.ts'
import type { Segment } from './segment.ts'
import type { Scorer } from './scorer.ts'
import { impactOn, type PostingList } from './postings.ts'

export interface Candidates {
  readonly entities: Uint32Array
  /** Parallel to `entities`: miles to the nearest place of each; null without a position. */
  readonly miles: Float64Array | null
}

/** Keeps in the table, which contains the nearby entities, those that are also in `named`. */
export function intersect(named: Uint32Array, near: EntityTable): void {
  const kept = named.filter((entity) => near.placeOf(entity) !== -1)
  const miles = Float64Array.from(kept, (entity) => near.values()[near.placeOf(entity)]!)
  near.clear()
  kept.forEach((entity, at) => near.lower(entity, miles[at]!))
}

/** The score of each entity of the table, in its order; 0 for one that does not match. */
export function scoreCandidates(table: EntityTable, scorer: Scorer): Float64Array {
  const sums = new Float64Array(table.entities().length)
  for (const list of scorer.terms.lists) addTerm(list, table, sums)
  const entities = table.entities()
  for (let at = 0; at < sums.length; at++) sums[at] = scorer.score(entities[at]!, sums[at])
  return sums
}

/**
 * If a list is this many times longer than the candidates, each candidate is looked up in it instead of reading the whole list.
 */
const probeRatio = 16

function addTerm(list: PostingList, table: EntityTable, sums: Float64Array): void {
  const { entities, impacts, weight } = list
  const candidates = table.entities()
  if (entities.length > probeRatio * candidates.length) {
    for (let at = 0; at < sums.length; at++) sums[at]! += weight * impactOn(list, candidates[at]!)
    return
  }
  for (let at = 0; at < entities.length; at++) {
    const place = table.placeOf(entities[at]!)
    if (place !== -1) sums[place]! += weight * impacts[at]!
  }
}

/** Whether an entity passes; a code that no entity has matches nothing. */
export function acceptsCarriers(segment: Segment, codes: readonly string[]): (entity: number) => boolean {
  const { 'carrier.start': starts, 'carrier.ordinal': ordinals } = segment.columns
  const wanted = Uint8Array.from(segment.carriers, (code) => (codes.includes(code) ? 1 : 0))
  return (entity) => {
    for (let at = starts[entity]!; at < starts[entity + 1]!; at++) {
      if (wanted[ordinals[at]!] === 1) return true
    }
    return false
  }
}
