/** One query over one segment: what a thread of the engine does. */
import { isNonClinician } from '../relevance.ts'
import type { Matches, Query, PageRange } from '../search-engine.ts'
import { type Candidates, intersect, scoreCandidates } from './candidates.ts'
import { acceptsCarriers } from './carrier-filter.ts'
import { idOfEntity } from './entity-id.ts'
import { EntityTable } from './entity-table.ts'
import { UnfilteredSearch } from './unfiltered-search.ts'
import { addGeoCandidates } from './geo-candidates.ts'
import { topInOrder, hitOrder } from './order.ts'
import { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** A segment with the room that a query needs: queries take turns. */
export interface Searcher {
  readonly segment: Segment
  readonly table: EntityTable
  /** Profiles of persons without a code of a clinician, which distance order puts last. */
  readonly nonClinicians: Uint8Array
}

export function createSearcher(segment: Segment): Searcher {
  return { segment, table: new EntityTable(segment.entities), nonClinicians: flagNonClinicians(segment) }
}

function flagNonClinicians({ codes, columns }: Segment): Uint8Array {
  const { 'profile.slice': sliceOf, 'slice.start': starts, 'slice.code': held } = columns
  return Uint8Array.from(sliceOf, (slice) => {
    const ofSlice = Array.from(held.subarray(starts[slice], starts[slice + 1]), (code) => codes[code]!)
    return Number(isNonClinician(ofSlice))
  })
}

/** `named` are the entities that bear the name of the query, ascending; null when it names nobody. */
export function match(
  searcher: Searcher,
  query: Query,
  named: Uint32Array | null,
  range: PageRange,
): Matches {
  const { segment, table } = searcher
  const { position, text, carriers } = query
  const accepts = carriers ? acceptsCarriers(segment, carriers) : () => true
  const scorer = text && new Scorer(segment, text)
  if (named === null && position === undefined)
    return matchUnfiltered(searcher, query, range, scorer!, accepts)
  fillTable(table, segment, position, named)
  const among = { entities: table.entities(), miles: position ? table.values() : null }
  return scorer === undefined
    ? matchFiltered(searcher, query, range, among, accepts)
    : matchCandidates(searcher, query, range, among, scoreCandidates(table, scorer), accepts)
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
  range: PageRange,
  among: Candidates,
  accepts: Accepts,
): Matches {
  const places = selectPlaces(among, accepts)
  const page = toPage(searcher, query, range, among, places, null)
  return { ...page, total: places.length, filtered: false }
}

/** A text among candidates, each of which has a score. Few of them answer, so that these alone are asked for their carriers. */
function matchCandidates(
  searcher: Searcher,
  query: Query,
  range: PageRange,
  among: Candidates,
  scores: Float64Array,
  accepts: Accepts,
): Matches {
  const { min, minOfTop } = query.threshold
  const matching = selectPlaces(among, (entity, place) => scores[place]! > 0 && accepts(entity))
  const best = matching.reduce((max, place) => Math.max(max, scores[place]!), 0)
  const scoreMin = Math.max(min, minOfTop * best)
  const strong = matching.filter((place) => scores[place]! >= scoreMin)
  const page = toPage(searcher, query, range, among, strong, (place) => scores[place]!)
  return { ...page, total: null, filtered: strong.length < matching.length }
}

/** A text alone: the best of all without a look at each. */
function matchUnfiltered(
  searcher: Searcher,
  query: Query,
  range: PageRange,
  scorer: Scorer,
  accepts: Accepts,
): Matches {
  const ranked = query.sort === 'relevance'
  const count = ranked ? range.offset + range.limit + 1 : Infinity
  const answers = new UnfilteredSearch(searcher.segment, scorer, accepts, query.threshold, count)
  const entities = ranked ? answers.ranked() : answers.entities()
  const places = selectPlaces({ entities }, () => true)
  const scoreAt = (place: number): number => scorer.score(entities[place]!)
  const page = toPage(searcher, query, range, { entities, miles: null }, places, scoreAt)
  return { ...page, total: null, filtered: answers.filtered }
}

/** Where among the candidates those stand that are wanted. */
function selectPlaces(
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
function toPage(
  { segment: { columns }, nonClinicians }: Searcher,
  { collection, sort }: Query,
  { offset, limit }: PageRange,
  { entities, miles }: Candidates,
  places: Uint32Array,
  scoreAt: ((place: number) => number) | null,
): Pick<Matches, 'hits' | 'hasMore'> {
  const profileOf = columns['entity.profile']
  const isLast =
    collection === 'providers' ? (entity: number) => nonClinicians[profileOf[entity]!] === 1 : null
  const order = hitOrder(sort, columns['name.rank'], { entities, miles }, scoreAt, isLast)
  const first = topInOrder(places, offset + limit + 1, order)
  const hits = first.slice(offset, offset + limit).map((place) => ({
    id: idOfEntity(collection, columns.id, entities[place]!),
    score: scoreAt === null ? null : scoreAt(place),
    distanceMiles: miles === null ? null : miles[place]!,
  }))
  return { hits, hasMore: first.length > offset + limit }
}
