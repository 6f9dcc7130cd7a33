/** The candidates of a query with a name or a position, their scores, and the carrier filter. */
import type { EntitySet } from './entity-set.ts'
import type { EntityTable } from './entity-table.ts'
import type { Segment } from './segment.ts'
import type { Scorer } from './scorer.ts'
import { impactOn, type PostingList } from './postings.ts'

export interface Candidates {
  readonly entities: Uint32Array
  /** Parallel to `entities`: miles to the nearest point of each, ascending; null without a position. */
  readonly miles: Float64Array | null
}

/** Removes from the table of nearby entities those that are not in `nameMatches`. */
export function intersect(nameMatches: Uint32Array, near: EntityTable): void {
  const both = nameMatches
    .filter((entity) => near.has(entity))
    .toSorted((a, b) => near.indexOf(a) - near.indexOf(b))
  const miles = Float64Array.from(both, (entity) => near.values()[near.indexOf(entity)]!)
  near.clear()
  both.forEach((entity, index) => near.add(entity, miles[index]!))
}

/** The candidates that match the text of a query. */
export interface ScoredCandidates {
  /** The indexes of the candidates that match and are accepted, ascending. */
  readonly indexes: Uint32Array
  /** By index of candidate. */
  readonly scores: Float64Array
}

/**
 * Scores the entities of the table that match. Reading the profile of each would take most of the time, because the profiles of a
 * million entities do not fit the cache of a core: if the members of the matching profiles are few enough, they are read instead.
 * `members` is empty before and after.
 */
export function scoreCandidates(
  table: EntityTable,
  members: EntitySet,
  scorer: Scorer,
  accepts: Accepts | null,
): ScoredCandidates {
  const entities = table.entities()
  const sums = sumTerms(table, scorer)
  const lists = scorer.membersOfMatchingProfiles(probeRatio * entities.length)
  lists?.forEach((list) => addCommon(list, table, members))
  const indexes = new Uint32Array(entities.length)
  const scores = new Float64Array(entities.length)
  let count = 0
  for (let index = 0; index < scores.length; index++) {
    const entity = entities[index]!
    const sum = sums === null ? 0 : sums[index]!
    if (sum === 0 && lists !== null && !members.has(entity)) continue
    members.delete(entity)
    scores[index] = scorer.score(entity, sum)
    if (scores[index]! > 0 && (accepts === null || accepts(entity))) indexes[count++] = index
  }
  return { indexes: indexes.subarray(0, count), scores }
}

/** The sum of the terms of each entity of the table; null if the query has no terms. */
function sumTerms(table: EntityTable, { terms }: Scorer): Float64Array | null {
  if (terms.lists.length === 0) return null
  const sums = new Float64Array(table.entities().length)
  for (const list of terms.lists) addContributions(list, table, sums)
  return sums
}

/** Adds those of `entities` that are in the table. */
function addCommon(entities: Uint32Array, table: EntityTable, common: EntitySet): void {
  for (let index = 0; index < entities.length; index++)
    if (table.has(entities[index]!)) common.add(entities[index]!)
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

export type Accepts = (entity: number) => boolean

/** Returns the carrier filter: whether an entity has one of the codes. */
export function createCarrierFilter(segment: Segment, codes: readonly string[]): Accepts {
  const { 'carrier.start': starts, 'carrier.ordinal': ordinals } = segment.columns
  const isRequested = new Uint8Array(segment.carriers.length)
  for (const code of codes) {
    const ordinal = segment.carriers.indexOf(code)
    if (ordinal !== -1) isRequested[ordinal] = 1
  }
  return (entity) => {
    for (let index = starts[entity]!; index < starts[entity + 1]!; index++) {
      if (isRequested[ordinals[index]!] === 1) return true
    }
    return false
  }
}
