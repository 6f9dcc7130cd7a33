/** The entities that a query's filters leave, and what a question makes of each. */
import type { EntityTable } from './entity-table.ts'
import type { Scorer } from './scorer.ts'
import { impactOn, type TermList } from './term-lists.ts'

export interface Candidates {
  readonly entities: Uint32Array
  /** Beside the entities: miles to the nearest place of each; null without a position. */
  readonly miles: Float64Array | null
}

/** The named ones, if anybody is named, that are near, if a position is given, and accepted. One of both must be given. */
export function candidatesOf(
  named: Uint32Array | null,
  near: EntityTable | null,
  accepts: ((entity: number) => boolean) | null,
): Candidates {
  if (named === null && accepts === null)
    return { entities: near!.entities().slice(), miles: near!.values().slice() }
  const isNear = (entity: number): boolean => near === null || near.has(entity)
  const nearby = named?.filter(isNear) ?? near!.entities()
  const entities = accepts === null ? nearby : nearby.filter(accepts)
  return { entities, miles: near && valuesFor(entities, (entity) => near.get(entity)) }
}

/** The score of each candidate, beside the entities; 0 for one that does not answer. Fills the table anew. */
export function scoresAmong(entities: Uint32Array, scorer: Scorer, table: EntityTable): Float64Array {
  if (scorer.terms.lists.length === 0) return valuesFor(entities, (entity) => scorer.score(entity, 0))
  table.clear()
  for (const entity of entities) table.add(entity, 0)
  for (const list of scorer.terms.lists) addTerm(list, table)
  const sums = table.values()
  return valuesFor(entities, (entity, at) => scorer.score(entity, sums[at]))
}

/** Faster than `Float64Array.from`, which walks an iterator. */
function valuesFor(entities: Uint32Array, valueOf: (entity: number, at: number) => number): Float64Array {
  const values = new Float64Array(entities.length)
  for (let at = 0; at < entities.length; at++) values[at] = valueOf(entities[at]!, at)
  return values
}

/** A list so many times longer than there are candidates is rather asked for each of them than walked. */
const askedFromTimes = 16

function addTerm(list: TermList, table: EntityTable): void {
  const { entities, impacts, weight } = list
  const candidates = table.entities()
  if (entities.length > askedFromTimes * candidates.length) {
    for (const entity of candidates) table.add(entity, weight * impactOn(list, entity))
    return
  }
  for (let at = 0; at < entities.length; at++) {
    if (table.has(entities[at]!)) table.add(entities[at]!, weight * impacts[at]!)
  }
}
