/** One query over one segment: what a thread of the engine does. */
import type { Floor, Matches, Query, Window } from '../search-engine.ts'
import { acceptsCarriers } from './carrier-filter.ts'
import { idOfEntity } from './entity-id.ts'
import { type EntitySet, EntityValues } from './entity-values.ts'
import { withinRadius } from './geo-leg.ts'
import { entitiesOf } from './name-leg.ts'
import { firstInOrder, orderOf } from './order.ts'
import { RankedWalk } from './ranked-walk.ts'
import { type Scores, scoreText } from './scores.ts'
import type { Segment } from './segment.ts'

/** A segment with the room that a query needs: queries take turns. */
export interface Searcher {
  readonly segment: Segment
  readonly miles: EntityValues
  readonly own: EntityValues
}

export function searcherOf(segment: Segment): Searcher {
  return { segment, miles: new EntityValues(segment.entities), own: new EntityValues(segment.entities) }
}

/** What was looked up beforehand: the ids that bear the name of the query; null when it names nobody. */
export type Bearers = readonly string[] | null

export function match(searcher: Searcher, query: Query, bearers: Bearers, window: Window): Matches {
  const { segment } = searcher
  const named = bearers && entitiesOf(segment, query.collection, bearers)
  const miles = query.position ? withinRadius(segment, query.position, searcher.miles) : null
  const accepts = query.carriers ? acceptsCarriers(segment, query.carriers) : () => true
  const scores = query.text ? scoreText(segment, query.text, searcher.own) : null
  const sets = [named, miles].filter((set) => set !== null)
  if (scores === null) return matchFiltered(segment, query, window, intersection(sets, accepts), miles)
  if (sets.length === 0 && query.sort === 'relevance')
    return matchEverywhere(segment, query, window, scores, accepts)
  const candidates = sets.length === 0 ? scores.entities().filter(accepts) : intersection(sets, accepts)
  return matchScored(segment, query, window, scores, candidates, miles)
}

/** Without a text: everything that passes the filters. */
function matchFiltered(
  segment: Segment,
  query: Query,
  { offset, limit }: Window,
  candidates: Uint32Array,
  miles: EntityValues | null,
): Matches {
  const first = firstInOrder(candidates, offset + limit + 1, orderOf(query.sort, segment, miles, null))
  const hits = first.slice(offset, offset + limit).map((entity) => ({
    id: idOfEntity(query.collection, segment.columns.id, entity),
    score: null,
    distanceMiles: miles?.get(entity) ?? null,
  }))
  return { hits, total: candidates.length, hasMore: first.length > offset + limit, filtered: false }
}

/** A text among a set of candidates, each of which is scored. */
function matchScored(
  segment: Segment,
  query: Query,
  { offset, limit }: Window,
  scores: Scores,
  candidates: Uint32Array,
  miles: EntityValues | null,
): Matches {
  const answering = candidates.filter((entity) => scores.of(entity) > 0)
  const best = answering.reduce((most, entity) => Math.max(most, scores.of(entity)), 0)
  const least = leastScore(query.floor, best)
  const strong = answering.filter((entity) => scores.of(entity) >= least)
  const first = firstInOrder(strong, offset + limit + 1, orderOf(query.sort, segment, miles, scores))
  const hits = first.slice(offset, offset + limit).map((entity) => ({
    id: idOfEntity(query.collection, segment.columns.id, entity),
    score: scores.of(entity),
    distanceMiles: miles?.get(entity) ?? null,
  }))
  return {
    hits,
    total: null,
    hasMore: first.length > offset + limit,
    filtered: strong.length < answering.length,
  }
}

/** A text alone: the best of all without a look at each. */
function matchEverywhere(
  segment: Segment,
  { collection, floor }: Query,
  { offset, limit }: Window,
  scores: Scores,
  accepts: Condition,
): Matches {
  const walk = new RankedWalk(segment, scores, accepts)
  const [best] = walk.first(1, 0)
  const least = leastScore(floor, best?.score ?? 0)
  const first = walk.first(offset + limit + 1, least)
  const hits = first.slice(offset, offset + limit).map(({ entity, score }) => ({
    id: idOfEntity(collection, segment.columns.id, entity),
    score,
    distanceMiles: null,
  }))
  const filtered = walk.holdsWeaker(least)
  return { hits, total: null, hasMore: first.length > offset + limit, filtered }
}

function leastScore({ least, ofBest }: Floor, best: number): number {
  return Math.max(least, ofBest * best)
}

/** Entities in every set, at least one of which is given, and accepted; walks the smallest set. */
function intersection(sets: readonly EntitySet[], accepts: Condition): Uint32Array {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size)
  if (!smallest) return new Uint32Array()
  return smallest.keys().filter((entity) => accepts(entity) && others.every((set) => set.has(entity)))
}

type Condition = (entity: number) => boolean
