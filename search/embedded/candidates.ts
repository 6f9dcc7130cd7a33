/** The candidates of a query with a name or a position, their scores, and the carrier filter. */
import type { EntityTable } from './entity-table.ts'
import type { Segment } from './segment.ts'
import type { Scorer } from './scorer.ts'
import { impactOn, type PostingList } from './postings.ts'

export interface Candidates {
  readonly entities: Uint32Array
  /** Parallel to `entities`: miles to the nearest point of each; null without a position. */
  readonly miles: Float64Array | null
}

/** Removes from the table of nearby entities those that are not in `nameMatches`. */
export function intersect(nameMatches: Uint32Array, near: EntityTable): void {
  const both = nameMatches.filter((entity) => near.indexOf(entity) !== -1)
  const miles = Float64Array.from(both, (entity) => near.values()[near.indexOf(entity)]!)
  near.clear()
  both.forEach((entity, index) => near.add(entity, miles[index]!))
}

/** The score of each entity of the table, in its order; 0 for one that does not match. */
export function scoreCandidates(table: EntityTable, scorer: Scorer): Float64Array {
  const sums = new Float64Array(table.entities().length)
  for (const list of scorer.terms.lists) addContributions(list, table, sums)
  const entities = table.entities()
  for (let index = 0; index < sums.length; index++) sums[index] = scorer.score(entities[index]!, sums[index])
  return sums
}

/** In a list that is more than this many times longer than the candidates, each candidate is looked up by binary search. */
const probeRatio = 16

function addContributions(list: PostingList, table: EntityTable, sums: Float64Array): void {
  const { entities, impacts, weight } = list
  const candidates = table.entities()
  if (entities.length > probeRatio * candidates.length) {
    for (let index = 0; index < sums.length; index++)
      sums[index]! += weight * impactOn(list, candidates[index]!)
    return
  }
  for (let posting = 0; posting < entities.length; posting++) {
    const index = table.indexOf(entities[posting]!)
    if (index !== -1) sums[index]! += weight * impacts[posting]!
  }
}

/** Returns the carrier filter: whether an entity has one of the codes. */
export function createCarrierFilter(segment: Segment, codes: readonly string[]): (entity: number) => boolean {
  const { 'carrier.start': starts, 'carrier.ordinal': ordinals } = segment.columns
  const isRequested = Uint8Array.from(segment.carriers, (code) => (codes.includes(code) ? 1 : 0))
  return (entity) => {
    for (let index = starts[entity]!; index < starts[entity + 1]!; index++) {
      if (isRequested[ordinals[index]!] === 1) return true
    }
    return false
  }
}
