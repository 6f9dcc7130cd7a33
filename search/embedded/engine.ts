/** The default engine: columns in memory, in this process, over the segments of a snapshot. */
import { join } from 'node:path'
import type { Collection, Hit, Matches, Query, SearchEngine, Window } from '../search-engine.ts'
import { acceptsCarriers } from './carrier-filter.ts'
import { idOfEntity } from './entity-id.ts'
import { type EntitySet, EntityValues } from './entity-values.ts'
import { withinRadius } from './geo-leg.ts'
import { bearersOfName, type NameIndex } from './name-leg.ts'
import { firstInOrder, orderOf } from './order.ts'
import { readSegment, type Segment } from './segment.ts'
import { scoreText } from './text-leg.ts'

/** Reads `<segmentFolder>/providers/` and `/locations/` into memory; throws when either cannot be read. */
export function openEmbeddedEngine(segmentFolder: string, names: NameIndex): SearchEngine {
  const providers = searcherOf(join(segmentFolder, 'providers'), names)
  const locations = searcherOf(join(segmentFolder, 'locations'), names)
  const searchers: Record<Collection, Searcher> = { providers, locations }
  return {
    match: async (query, window) => match(searchers[query.collection], query, window),
    // Nothing is held open: the columns are memory.
    [Symbol.asyncDispose]: async () => {},
  }
}

/** A segment with the room that a query needs; queries take turns, as `match` never waits. */
interface Searcher {
  readonly segment: Segment
  readonly names: NameIndex
  readonly miles: EntityValues
  readonly scores: EntityValues
}

function searcherOf(folder: string, names: NameIndex): Searcher {
  const segment = readSegment(folder)
  return {
    segment,
    names,
    miles: new EntityValues(segment.entities),
    scores: new EntityValues(segment.entities),
  }
}

function match(searcher: Searcher, query: Query, window: Window): Matches {
  const { segment, names } = searcher
  const named = bearersOfName(segment, names, query)
  const miles = query.position ? withinRadius(segment, query.position, searcher.miles) : null
  const scores = query.terms ? scoreText(segment, query.terms, searcher.scores) : null

  const accepts = query.carriers ? acceptsCarriers(segment, query.carriers) : null
  const candidates = intersection([named, miles, scores], accepts)
  const strong = scores ? candidates.filter((entity) => scores.get(entity) >= query.floor) : candidates

  const end = window.offset + window.limit
  const first = firstInOrder(strong, end + 1, orderOf(query.sort, segment, miles, scores))
  const hitOf = (entity: number): Hit => ({
    id: idOfEntity(query.collection, segment.columns.id, entity),
    score: scores?.get(entity) ?? null,
    distanceMiles: miles?.get(entity) ?? null,
  })
  return {
    hits: first.slice(window.offset, end).map(hitOf),
    total: scores ? null : strong.length,
    hasMore: first.length > end,
    filtered: strong.length < candidates.length,
  }
}

/** Entities in every set that is given, and accepted; walks the smallest set. */
function intersection(sets: readonly (EntitySet | null)[], accepts: Condition | null): Uint32Array {
  const [smallest, ...others] = sets.filter((set) => set !== null).toSorted((a, b) => a.size - b.size)
  if (!smallest) return new Uint32Array()
  const conditions = others.map(
    (set): Condition =>
      (entity) =>
        set.has(entity),
  )
  if (accepts) conditions.push(accepts)
  if (conditions.length === 0) return smallest.keys()
  return smallest.keys().filter((entity) => conditions.every((holds) => holds(entity)))
}

type Condition = (entity: number) => boolean
