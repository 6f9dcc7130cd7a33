/** Runs one query over one segment. */
import { isNonClinician } from '../relevance.ts'
import { arrangeFirstPlaces, firstPlaces } from '../first-places.ts'
import type { Matches, Query, PageRange } from '../search-engine.ts'
import {
  type Accepts,
  type Candidates,
  createCarrierFilter,
  intersect,
  scoreCandidates,
  type ScoredCandidates,
} from './candidates.ts'
import { idOfEntity } from './entity-id.ts'
import { EntitySet } from './entity-set.ts'
import { EntityTable } from './entity-table.ts'
import { UnfilteredSearch } from './unfiltered-search.ts'
import { addGeoCandidates } from './geo-candidates.ts'
import { findLeaders, type GroupOfProfile, groupsOfProfiles } from './group-leaders.ts'
import type { NameCandidates } from './name-candidates.ts'
import { endOfDistance, hitOrder, topInOrder } from './order.ts'
import { Scorer } from './scorer.ts'
import type { Segment } from './segment.ts'

/** A segment with a reusable table; it runs one query at a time. */
export interface Searcher {
  readonly segment: Segment
  readonly table: EntityTable
  /** Empty between queries. */
  readonly members: EntitySet
  /** Whether a profile has no clinician's code; such persons sort last by distance. */
  readonly isNonClinical: (profile: number) => boolean
  /** The index of each code of the segment. */
  readonly codeNumbers: ReadonlyMap<string, number>
}

/** How candidates with a text are ranked. */
interface Ranking {
  readonly scoreAt: (index: number) => number
  /** Null if no groups of codes compete. */
  readonly groupOf: GroupOfProfile | null
}

export function createSearcher(segment: Segment): Searcher {
  return {
    segment,
    table: new EntityTable(segment.entities),
    members: new EntitySet(segment.entities),
    isNonClinical: createNonClinicalCheck(segment),
    codeNumbers: new Map(segment.codes.map((code, number) => [code, number])),
  }
}

/** Remembers the result for each profile: 0 if it is unknown. */
function createNonClinicalCheck({ codes, columns }: Segment): (profile: number) => boolean {
  const { 'profile.slice': sliceOf, 'slice.start': starts, 'slice.code': codeNumbers } = columns
  const results = new Uint8Array(sliceOf.length)
  const [no, yes] = [1, 2]
  return (profile) => {
    if (results[profile] === 0) {
      const slice = sliceOf[profile]!
      const numbers = codeNumbers.subarray(starts[slice], starts[slice + 1])
      results[profile] = isNonClinician(Array.from(numbers, (number) => codes[number]!)) ? yes : no
    }
    return results[profile] === yes
  }
}

/** The matches, sorted by name, of a query that has a name, and neither a text nor a position. `nameMatches` is ascending. */
export function matchNames(
  segment: Segment,
  query: Query,
  nameMatches: Uint32Array,
  range: PageRange,
): Matches {
  const accepts = query.carriers ? createCarrierFilter(segment, query.carriers) : null
  const candidates = { entities: nameMatches, miles: null }
  const indexes = selectIndexes(candidates, accepts)
  const page = toPage({ segment }, query, range, candidates, indexes, null)
  return { ...page, total: indexes.length, filtered: false }
}

/**
 * Both lists of entities are ascending. `nameMatches`: those with the name that filters; null if the query has none. `named`: those
 * with the name in the text, which changes the order.
 */
export function match(
  searcher: Searcher,
  query: Query,
  { nameMatches, named }: NameCandidates,
  range: PageRange,
): Matches {
  const { segment, table, members } = searcher
  const { position, text, carriers } = query
  if (nameMatches !== null && position === undefined && text === undefined && query.sort === 'name')
    return matchNames(segment, query, nameMatches, range)
  const accepts = carriers ? createCarrierFilter(segment, carriers) : null
  const scorer = text && new Scorer(segment, text, named)
  if (nameMatches === null && position === undefined)
    return matchUnfiltered(searcher, query, range, scorer!, accepts ?? (() => true))
  fillTable(table, segment, position, nameMatches)
  const candidates = { entities: table.entities(), miles: position ? table.values() : null }
  if (scorer !== undefined)
    return matchCandidates(
      searcher,
      query,
      range,
      candidates,
      scoreCandidates(table, members, scorer, accepts),
    )
  const indexes = selectIndexes(candidates, accepts)
  const page = toPage(searcher, query, range, candidates, indexes, null)
  return { ...page, total: indexes.length, filtered: false }
}

/** Fills the table with the entities that match the position and the name, of which the query has at least one. */
function fillTable(
  table: EntityTable,
  segment: Segment,
  position: Query['position'],
  nameMatches: Uint32Array | null,
): void {
  table.clear()
  if (position !== undefined) addGeoCandidates(segment, position, table)
  if (nameMatches === null) return
  if (position === undefined) nameMatches.forEach((entity) => table.add(entity, 0))
  else intersect(nameMatches, table)
}

/** With a text and candidates. */
function matchCandidates(
  searcher: Searcher,
  query: Query,
  range: PageRange,
  candidates: Candidates,
  { indexes, scores }: ScoredCandidates,
): Matches {
  const { min, minOfTop } = query.threshold
  const best = indexes.reduce((max, index) => Math.max(max, scores[index]!), 0)
  const scoreMin = Math.max(min, minOfTop * best)
  const strong = indexes.filter((index) => scores[index]! >= scoreMin)
  const ranking = {
    scoreAt: (index: number) => scores[index]!,
    groupOf: competingGroups(searcher, query),
  }
  const page = toPage(searcher, query, range, candidates, strong, ranking)
  return { ...page, total: null, filtered: strong.length < indexes.length }
}

/** With a text, and neither a name nor a position: finds the best entities without scoring each. */
function matchUnfiltered(
  searcher: Searcher,
  query: Query,
  range: PageRange,
  scorer: Scorer,
  accepts: Accepts,
): Matches {
  const byRelevance = query.sort === 'relevance'
  const groupOf = competingGroups(searcher, query)
  const count = byRelevance ? countToRank(range) : Infinity
  const search = new UnfilteredSearch(searcher.segment, scorer, accepts, query.threshold, count)
  const ranked = byRelevance ? search.rankedEntities() : search.allEntities()
  const entities = groupOf === null ? ranked : union(ranked, search.groupLeaders(groupOf))
  const indexes = entities.map((_, index) => index)
  const scoreAt = (index: number): number => scorer.score(entities[index]!)
  const page = toPage(searcher, query, range, { entities, miles: null }, indexes, { scoreAt, groupOf })
  return { ...page, total: null, filtered: search.hasWithheld }
}

/** Null unless hits are sorted by relevance and codes of several groups match. */
function competingGroups({ segment, codeNumbers }: Searcher, { text, sort }: Query): GroupOfProfile | null {
  if (text === undefined || sort !== 'relevance' || new Set(text.groups.values()).size < 2) return null
  return groupsOfProfiles(segment, codeNumbers, text)
}

function union(a: Uint32Array, b: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set([...a, ...b]))
}

/** The indexes of the accepted candidates; of all if `accepts` is null. */
function selectIndexes({ entities }: Pick<Candidates, 'entities'>, accepts: Accepts | null): Uint32Array {
  const indexes = new Uint32Array(entities.length)
  let count = 0
  for (let index = 0; index < entities.length; index++)
    if (accepts === null || accepts(entities[index]!)) indexes[count++] = index
  return indexes.subarray(0, count)
}

/** How many of the first hits decide what is in the range, and whether more follow. */
function countToRank({ offset, limit }: PageRange): number {
  return Math.max(offset + limit + 1, firstPlaces)
}

/** The requested range of the candidates at `indexes`, in the order of the query. */
function toPage(
  { segment, isNonClinical }: Pick<Searcher, 'segment'> & Partial<Pick<Searcher, 'isNonClinical'>>,
  query: Query,
  range: PageRange,
  { entities, miles }: Candidates,
  indexes: Uint32Array,
  ranking: Ranking | null,
): Pick<Matches, 'hits' | 'hasMore'> {
  const { columns } = segment
  const { collection, sort } = query
  const { offset, limit } = range
  const profileOf = columns['entity.profile']
  const isLast =
    collection === 'providers' && isNonClinical !== undefined
      ? (entity: number) => isNonClinical(profileOf[entity]!)
      : null
  const { scoreAt = null, groupOf = null } = ranking ?? {}
  const order = hitOrder(sort, columns['name.rank'], { entities, miles }, scoreAt, isLast)
  const end = endOfDistance(sort, { entities, miles }, isLast)
  const ranked = topInOrder(indexes, countToRank(range), order, end)
  const first =
    groupOf === null || scoreAt === null
      ? ranked
      : arrangeFirstPlaces(
          ranked,
          findLeaders(indexes, order, scoreAt, (index) => groupOf(profileOf[entities[index]!]!)),
          order,
        )
  const hits = first.slice(offset, offset + limit).map((index) => ({
    id: idOfEntity(collection, columns.id, entities[index]!),
    score: scoreAt === null ? null : scoreAt(index),
    distanceMiles: miles === null ? null : miles[index]!,
  }))
  return { hits, hasMore: ranked.length > offset + limit }
}
