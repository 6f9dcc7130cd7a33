/** One query over one segment: what a thread of the engine does. */
import { isNoClinician } from '../relevance.ts'
import type { Matches, Query, PageRange } from '../search-engine.ts'
import { type Candidates, intersect, scoreCandidates } from './candidates.ts'
import { acceptsCarriers } from './carrier-filter.ts'
import { idOfEntity } from './entity-id.ts'
import { EntityTable } from './entity-table.ts'
import { UnfilteredSearch } from './unfiltered-search.ts'
import { addGeoCandidates } from './geo-candidates.ts'
import { firstInOrder, orderOf } from './order.ts'
import { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** A segment with the room that a query needs: queries take turns. */
export interface Searcher {
  readonly segment: Segment
  readonly table: EntityTable
  /** Profiles of persons without a code of a clinician, which distance order puts last. */
  readonly noClinicians: Uint8Array
}

export function searcherOf(segment: Segment): Searcher {
  return { segment, table: new EntityTable(segment.entities), noClinicians: profilesOfNoClinicians(segment) }
}

function profilesOfNoClinicians({ codes, columns }: Segment): Uint8Array {
  const { 'profile.slice': sliceOf, 'slice.start': starts, 'slice.code': held } = columns
  return Uint8Array.from(sliceOf, (slice) => {
    const ofSlice = Array.from(held.subarray(starts[slice], starts[slice + 1]), (code) => codes[code]!)
    return Number(isNoClinician(ofSlice))
  })
}

/** `named` are the entities that bear the name of the query, ascending; null when it names nobody. */
export function match(
  searcher: Searcher,
  query: Query,
  named: Uint32Array | null,
  window: PageRange,
): Matches {
  const { segment, table } = searcher
  const { position, text, carriers } = query
  const accepts = carriers ? acceptsCarriers(segment, carriers) : () => true
  const scorer = text && new Scorer(segment, text)
  if (named === null && position === undefined)
    return matchEverywhere(searcher, query, window, scorer!, accepts)
  fillTable(table, segment, position, named)
  const among = { entities: table.entities(), miles: position ? table.values() : null }
  return scorer === undefined
    ? matchFiltered(searcher, query, window, among, accepts)
    : matchAmong(searcher, query, window, among, scoreCandidates(table, scorer), accepts)
}

/** With who is near, if there is a position, and named, if anybody is. One of both must be given. */
function fillTable(
  table: EntityTable,
  segment: Segment,
  position: Query['position'],
  named: Uint32Array | null,
): void {
  table.clear()
  if (position !== undefined) addGeoCandidates(segment, position, table)
  if (named === null) return
  if (position === undefined) named.forEach((entity) => table.lower(entity, 0))
  else intersect(named, table)
}

type Accepts = (entity: number) => boolean

/** Without a text: everybody who passes the filters. */
function matchFiltered(
  searcher: Searcher,
  query: Query,
  window: PageRange,
  among: Candidates,
  accepts: Accepts,
): Matches {
  const places = placesOf(among, accepts)
  const page = pageOf(searcher, query, window, among, places, null)
  return { ...page, total: places.length, filtered: false }
}

/** A text among candidates, each of which has a score. Few of them answer, so that these alone are asked for their carriers. */
function matchAmong(
  searcher: Searcher,
  query: Query,
  window: PageRange,
  among: Candidates,
  scores: Float64Array,
  accepts: Accepts,
): Matches {
  const { min: floor, minOfTop } = query.floor
  const answering = placesOf(among, (entity, place) => scores[place]! > 0 && accepts(entity))
  const best = answering.reduce((most, place) => Math.max(most, scores[place]!), 0)
  const least = Math.max(floor, minOfTop * best)
  const strong = answering.filter((place) => scores[place]! >= least)
  const page = pageOf(searcher, query, window, among, strong, (place) => scores[place]!)
  return { ...page, total: null, filtered: strong.length < answering.length }
}

/** A text alone: the best of all without a look at each. */
function matchEverywhere(
  searcher: Searcher,
  query: Query,
  window: PageRange,
  scorer: Scorer,
  accepts: Accepts,
): Matches {
  const ranked = query.sort === 'relevance'
  const count = ranked ? window.offset + window.limit + 1 : Infinity
  const answers = new UnfilteredSearch(searcher.segment, scorer, accepts, query.floor, count)
  const entities = ranked ? answers.ranked() : answers.entities()
  const places = placesOf({ entities }, () => true)
  const scoreAt = (place: number): number => scorer.score(entities[place]!)
  const page = pageOf(searcher, query, window, { entities, miles: null }, places, scoreAt)
  return { ...page, total: null, filtered: answers.filtered }
}

/** Where among the candidates those stand that are wanted. */
function placesOf(
  { entities }: Pick<Candidates, 'entities'>,
  isWanted: (entity: number, place: number) => boolean,
): Uint32Array {
  const places = new Uint32Array(entities.length)
  let count = 0
  for (let place = 0; place < entities.length; place++) {
    if (isWanted(entities[place]!, place)) places[count++] = place
  }
  return places.subarray(0, count)
}

/** The window of the candidates at `places`, in the order of the query. */
function pageOf(
  { segment: { columns }, noClinicians }: Searcher,
  { collection, sort }: Query,
  { offset, limit }: PageRange,
  { entities, miles }: Candidates,
  places: Uint32Array,
  scoreAt: ((place: number) => number) | null,
): Pick<Matches, 'hits' | 'hasMore'> {
  const profileOf = columns['entity.profile']
  const isLast =
    collection === 'providers' ? (entity: number) => noClinicians[profileOf[entity]!] === 1 : null
  const order = orderOf(sort, columns['name.rank'], { entities, miles }, scoreAt, isLast)
  const first = firstInOrder(places, offset + limit + 1, order)
  const hits = first.slice(offset, offset + limit).map((place) => ({
    id: idOfEntity(collection, columns.id, entities[place]!),
    score: scoreAt === null ? null : scoreAt(place),
    distanceMiles: miles === null ? null : miles[place]!,
  }))
  return { hits, hasMore: first.length > offset + limit }
}
