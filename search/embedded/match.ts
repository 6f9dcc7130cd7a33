/** One query over one segment: what a thread of the engine does. */
import type { Matches, Query, Window } from '../search-engine.ts'
import { type Candidates, candidatesOf, scoresAmong } from './candidates.ts'
import { acceptsCarriers } from './carrier-filter.ts'
import { idOfEntity } from './entity-id.ts'
import { EntityTable } from './entity-table.ts'
import { Everywhere } from './everywhere.ts'
import { withinRadius } from './geo-leg.ts'
import { firstInOrder, orderOf } from './order.ts'
import { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** A segment with the room that a query needs: queries take turns. */
export interface Searcher {
  readonly segment: Segment
  readonly table: EntityTable
}

export function searcherOf(segment: Segment): Searcher {
  return { segment, table: new EntityTable(segment.entities) }
}

/** `named` are the entities that bear the name of the query, ascending; null when it names nobody. */
export function match(
  { segment, table }: Searcher,
  query: Query,
  named: Uint32Array | null,
  window: Window,
): Matches {
  const near = query.position ? withinRadius(segment, query.position, table) : null
  const accepts = query.carriers ? acceptsCarriers(segment, query.carriers) : null
  const among = named === null && near === null ? null : candidatesOf(named, near, accepts)
  if (query.text === undefined) return matchFiltered(segment, query, window, among!)
  const scorer = new Scorer(segment, query.text)
  return among === null
    ? matchEverywhere(segment, query, window, scorer, accepts ?? (() => true))
    : matchAmong(segment, query, window, among, scoresAmong(among.entities, scorer, table))
}

/** Without a text: everything that passes the filters. */
function matchFiltered(segment: Segment, query: Query, window: Window, among: Candidates): Matches {
  const places = allPlaces(among.entities.length)
  const page = pageOf(segment, query, window, among, places, null)
  return { ...page, total: places.length, filtered: false }
}

/** A text among candidates, each of which is scored. */
function matchAmong(
  segment: Segment,
  query: Query,
  window: Window,
  among: Candidates,
  scores: Float64Array,
): Matches {
  const { least: floor, ofBest } = query.floor
  let best = 0
  for (const score of scores) best = Math.max(best, score)
  const least = Math.max(floor, ofBest * best)
  const answering = allPlaces(scores.length).filter((place) => scores[place]! > 0)
  const strong = answering.filter((place) => scores[place]! >= least)
  const page = pageOf(segment, query, window, among, strong, (place) => scores[place]!)
  return { ...page, total: null, filtered: strong.length < answering.length }
}

/** A text alone: the best of all without a look at each. */
function matchEverywhere(
  segment: Segment,
  query: Query,
  window: Window,
  scorer: Scorer,
  accepts: (entity: number) => boolean,
): Matches {
  const ranked = query.sort === 'relevance'
  const count = ranked ? window.offset + window.limit + 1 : Infinity
  const answers = new Everywhere(segment, scorer, accepts, query.floor, count)
  const entities = ranked ? answers.ranked() : answers.entities()
  const places = allPlaces(entities.length)
  const scoreAt = (place: number): number => scorer.score(entities[place]!)
  const page = pageOf(segment, query, window, { entities, miles: null }, places, scoreAt)
  return { ...page, total: null, filtered: answers.filtered }
}

/** 0 to `count` - 1; faster than `Uint32Array.from`, which walks an iterator. */
function allPlaces(count: number): Uint32Array {
  const places = new Uint32Array(count)
  for (let place = 0; place < count; place++) places[place] = place
  return places
}

/** The window of the candidates at `places`, in the order of the query. */
function pageOf(
  { columns }: Segment,
  { collection, sort }: Query,
  { offset, limit }: Window,
  { entities, miles }: Candidates,
  places: Uint32Array,
  scoreAt: ((place: number) => number) | null,
): Pick<Matches, 'hits' | 'hasMore'> {
  const order = orderOf(sort, columns['name.rank'], { entities, miles }, scoreAt)
  const first = firstInOrder(places, offset + limit + 1, order)
  const hits = first.slice(offset, offset + limit).map((place) => ({
    id: idOfEntity(collection, columns.id, entities[place]!),
    score: scoreAt === null ? null : scoreAt(place),
    distanceMiles: miles === null ? null : miles[place]!,
  }))
  return { hits, hasMore: first.length > offset + limit }
}
