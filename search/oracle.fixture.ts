/** A brute-force engine that defines the correct results: it scores each document, sorts all, and slices. */
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import type { FoldedName } from '@careatlas/directory/person-name'
import { impact, impactMax, relevance, termWeight } from './bm25.ts'
import {
  type TextQuery,
  type ClinicalSlice,
  isNonClinician,
  professionFactor,
  proseWeight,
  relevanceScore,
  type Traits,
  traitFactor,
} from './relevance.ts'
import { competingMin, firstPlaces } from './first-places.ts'
import type { Collection, Hit, Matches, Query, PageRange } from './search-engine.ts'
import { indexTerms } from './terms.ts'

/** A search document with its names, which engines keep in a separate index. */
export interface SuiteDocument {
  readonly collection: Collection
  readonly id: string
  readonly slice: ClinicalSlice
  readonly traits: Traits
  readonly text: string
  readonly points: readonly Point[]
  readonly carriers: readonly string[]
  readonly sortName: string
  /** Legal and other names; providers only. */
  readonly personNames: readonly FoldedName[]
  /** Folded; locations only. */
  readonly placeNames: readonly string[]
}

interface Candidate {
  readonly hit: Hit
  readonly sortName: string
  /** Whether the person sorts last by distance (see `isNonClinician`). */
  readonly isLast: boolean
  /** Null without a matching code. */
  readonly group: number | null
}

/** A brute-force `match` over the documents; it caches the result of each query for all its pages. */
export function oracle(
  documents: readonly SuiteDocument[],
  embed: (text: string) => Float32Array,
): (query: Query) => (range: PageRange) => Matches {
  const texts = new Map(documents.map((document) => [document, indexTerms(document.text)]))
  return (query) => {
    const corpus = documents.filter(({ collection }) => collection === query.collection)
    const corpusTexts = corpus.map((document) => texts.get(document) ?? [])
    const scores = query.text ? scoreAll(corpus, corpusTexts, query, query.text, embed) : null
    const candidates = corpus.flatMap((document, index): Candidate[] => {
      if (!passesFilters(document, query)) return []
      const score = scores?.[index] ?? null
      if (score === 0) return []
      const miles = query.position ? nearestMiles(document, query.position) : null
      if (miles !== null && miles > query.position!.radiusMiles) return []
      const codes = document.slice.codes.map(({ code }) => code)
      const isLast = document.collection === 'providers' && isNonClinician(codes)
      const group = query.text === undefined ? null : groupOf(document, query.text)
      const hit = { id: document.id, score, distanceMiles: miles }
      return [{ hit, sortName: document.sortName, isLast, group }]
    })
    const best = candidates.reduce((max, { hit }) => Math.max(max, hit.score ?? 0), 0)
    const scoreMin = Math.max(query.threshold.min, query.threshold.minOfTop * best)
    const strong = candidates.filter(({ hit }) => hit.score === null || hit.score >= scoreMin)
    const sorted = strong.toSorted((a, b) => compareCandidates(query, a, b))
    const hits = (query.sort === 'relevance' ? giveFirstPlaces(sorted) : sorted).map(({ hit }) => hit)
    return ({ offset, limit }) => ({
      hits: hits.slice(offset, offset + limit),
      total: scores ? null : hits.length,
      hasMore: hits.length > offset + limit,
      filtered: strong.length < candidates.length,
    })
  }
}

/** The group of the best matching code, the lowest of equally good ones. */
function groupOf({ slice }: SuiteDocument, { codes, groups }: TextQuery): number | null {
  const matching = slice.codes
    .map(({ code, weight }) => ({
      score: (codes.get(code) ?? 0) * Math.round(weight * 100),
      group: groups.get(code)!,
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.group - b.group)
  return matching[0]?.group ?? null
}

/** Among the first places, the first candidate of each competing group replaces the last of those that lead none. */
function giveFirstPlaces(sorted: readonly Candidate[]): readonly Candidate[] {
  const competing = sorted.filter(
    ({ hit, group }) => group !== null && hit.score! >= competingMin * sorted[0]!.hit.score!,
  )
  const leaders = Map.groupBy(competing, ({ group }) => group)
    .values()
    .map(([leader]) => leader!)
    .take(firstPlaces)
    .toArray()
  if (leaders.length < 2) return sorted
  const others = sorted.filter((candidate) => !leaders.includes(candidate))
  const first = new Set([...leaders, ...others.slice(0, firstPlaces - leaders.length)])
  return [...sorted.filter((candidate) => first.has(candidate)), ...sorted.filter((c) => !first.has(c))]
}

function passesFilters({ personNames, placeNames, carriers }: SuiteDocument, query: Query): boolean {
  const personName = query.personName
  if (personName && !personNames.some((name) => matchesName(name, personName))) return false
  if (query.placeName !== undefined && !placeNames.includes(query.placeName)) return false
  return query.carriers === undefined || query.carriers.some((code) => carriers.includes(code))
}

/** Whether each given part equals the same part of the name; a middle name of one letter is an initial. */
function matchesName(name: FoldedName, { first, middle, last }: FoldedName): boolean {
  if (first !== undefined && first !== name.first) return false
  if (last !== undefined && last !== name.last) return false
  if (middle === undefined) return true
  return middle.length === 1 ? (name.middle ?? '').startsWith(middle) : middle === name.middle
}

/** Infinity for a document without a place. */
function nearestMiles(document: SuiteDocument, position: Point): number {
  return Math.min(...document.points.map((point) => distanceMiles(position, point)))
}

/** The score of each document. */
function scoreAll(
  documents: readonly SuiteDocument[],
  texts: readonly (readonly string[])[],
  { position }: Query,
  textQuery: TextQuery,
  embed: (text: string) => Float32Array,
): number[] {
  const { person, terms } = textQuery
  const hasName = ({ personNames }: SuiteDocument): boolean =>
    position !== undefined && person !== null && personNames.some((name) => matchesName(name, person.name))
  const lexical = lexicalScores(texts, terms).map((score, index) =>
    score > 0 && hasName(documents[index]!) ? 1 : score,
  )
  const weights = lexical.every((score) => score === 0)
    ? { lexicalWeight: 0, lexicalOnlyWeight: 0 }
    : textQuery
  return documents.map((document, index) =>
    relevanceScore(
      semanticScore(document, textQuery, embed),
      lexical[index]!,
      weights,
      professionFactor(
        person,
        document.slice.codes.map(({ code }) => code),
      ),
    ),
  )
}

function semanticScore(
  { slice, traits }: SuiteDocument,
  textQuery: TextQuery,
  embed: (text: string) => Float32Array,
): number {
  const byCode = slice.codes.map(
    ({ code, weight }) => ((textQuery.codes.get(code) ?? 0) * Math.round(weight * 100)) / 100,
  )
  const byProse =
    slice.prose === '' || textQuery.vector === null
      ? 0
      : proseWeight * similarity(embed(slice.prose), textQuery.vector)
  return Math.max(0, byProse, ...byCode) * traitFactor(textQuery.preferences, traits)
}

function similarity(prose: Float32Array, query: Float32Array): number {
  let sum = 0
  for (const [index, value] of prose.entries()) sum += Math.round(127 * value) * query[index]!
  return Math.max(0, sum / 127)
}

/** The share of the best possible score for each text; 0 if it contains no term. */
function lexicalScores(texts: readonly (readonly string[])[], terms: readonly string[]): number[] {
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  const sums = texts.map(() => 0)
  let best = 0
  for (const term of terms) {
    const impacts = texts.map((text) => {
      const frequency = text.filter((word) => word === term).length
      return frequency === 0 ? 0 : impact(frequency, text.length, averageLength)
    })
    const documentsWithTerm = impacts.filter((value) => value > 0).length
    const weight = termWeight(documentsWithTerm, texts.length)
    best += weight * (documentsWithTerm === 0 ? impactMax : Math.max(...impacts))
    for (const [index, value] of impacts.entries()) sums[index]! += weight * value
  }
  return sums.map((sum) => (sum === 0 ? 0 : relevance(sum, best)))
}

function compareCandidates({ sort }: Query, a: Candidate, b: Candidate): number {
  const byId = a.hit.id < b.hit.id ? -1 : 1
  if (sort === 'name') return Buffer.compare(Buffer.from(a.sortName), Buffer.from(b.sortName)) || byId
  const byKind = sort === 'distance' ? Number(a.isLast) - Number(b.isLast) : 0
  const byScore = sort === 'relevance' ? (b.hit.score ?? 0) - (a.hit.score ?? 0) : 0
  return byKind || byScore || (a.hit.distanceMiles ?? 0) - (b.hit.distanceMiles ?? 0) || byId
}
