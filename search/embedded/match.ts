/** Runs one query over one segment, in a thread of the engine. */
import { isNonClinician } from '../relevance.ts'
import type { Matches, Query, PageRange } from '../search-engine.ts'
import { acceptsCarriers, type Candidates, intersect, scoreCandidates } from './candidates.ts'
import { idOfEntity } from './entity-id.ts'
import { EntityTable } from './entity-table.ts'
import { UnfilteredSearch } from './unfiltered-search.ts'
import { addGeoCandidates } from './geo-candidates.ts'
import { topInOrder, hitOrder } from './order.ts'
import { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** A segment with a reusable table; it runs one query at a time. */
export interface Searcher {
  readonly segment: Segment
  readonly table: EntityTable
  /** 1 for profiles of persons without a code of a clinician, which sort last by distance. */
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

/** `named` are the entities with the name of the query, ascending; null if the query has no name. */
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
  if (scorer !== undefined)
    return matchCandidates(searcher, query, range, among, scoreCandidates(table, scorer), accepts)
  const places = selectPlaces(among, accepts)
  const page = toPage(searcher, query, range, among, places, null)
  return { ...page, total: places.length, filtered: false }
}

/** Fills the table with the nearby entities, the named ones, or those that are both. The query has a position or a name. */
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

/** With a text and candidates. Few of them match, so only those are checked for their carriers. */
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

/** With a text only: finds the best entities without scoring each. */
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

/** The places of the wanted candidates. */
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

/** The requested range of the candidates at `places`, in the order of the query. */
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
