/** Searches for the need of a conversation, wider and without the payer if it has no match. */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import type { SearchMeta } from '@careatlas/contract/envelopes'
import { queryLengthMax, radiusMilesMax } from '@careatlas/contract/parameters'
import type { ParameterValues } from '@careatlas/contract/parse-parameters'
import { languageQueryName } from '@careatlas/search/query/language-names'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { validateOperation } from '../../operations/parameters.ts'
import { type CareItem, hasField } from './chat-card.ts'
import type { ConversationContext, RecordKind } from './conversation-context.ts'
import { isStateLabel } from './read-place.ts'
import { noWishes } from './read-wishes.ts'
import type { PlaceResults } from './search-places.ts'
import { findSpecialtyPlaces } from './specialty-places.ts'
import { isOnlyRelated, isUnrelated, type WantedField } from './wanted-field.ts'

/** What the user wishes of the clinician; the search ranks by it, and the assistant selects by it. */
export type Wish = 'gender' | 'language' | 'accepting' | 'telehealth'

/** `filtered`: every hit is listed; `none_listed`: no match is; `no_listings`: the directory has no network file of the payer. */
export type PayerOutcome = 'none' | 'filtered' | 'none_listed' | 'no_listings' | 'not_for_places'

export interface CareResults {
  readonly items: readonly CareItem[]
  /** The offset of the next page; null if there is none. */
  readonly nextOffset: number | null
  /** The circle of the search; null without a place. */
  readonly radiusMiles: number | null
  /** Whether the circle is wider than the user wanted, because it had no match. */
  readonly isWidened: boolean
  readonly payer: PayerOutcome
  /** Wishes that every hit meets, according to its sources. */
  readonly met: readonly Wish[]
  /** Wishes that no match is known to meet. */
  readonly unmet: readonly Wish[]
  readonly coverage: SearchMeta['coverage'] | null
  readonly dataAsOf: string
  /** The conditions that the search left out, because nothing matched with them. */
  readonly fallback?: Fallback
  /** Of a search around several places: what was found around each. */
  readonly places?: readonly PlaceResults[]
}

export interface Fallback {
  readonly without: 'wishes' | 'kind' | 'need'
  readonly changes: Partial<ConversationContext>
}

/** The cards of an answer. */
export const cardsPerAnswer = 5

/** Matches among which the assistant looks for those that meet the wishes. */
const examinedMax = 50

type Hit = ProviderHit | LocationHit

export interface CareSearch {
  readonly offset: number
  /** Leaves matches out; null: none. */
  readonly accepts: ((hit: Hit) => boolean) | null
  /** Neither a wish nor a short way brings up clinicians of another field; null: the best scores decide. */
  readonly field: WantedField | null
  /** The most results; absent: as many as an answer has cards. */
  readonly cards?: number
}

/** Rejects with the errors of the search operations. */
export async function searchCare(
  context: ConversationContext,
  search: CareSearch,
  request: DirectoryRequest,
): Promise<CareResults> {
  const kind = context.need?.kind ?? 'provider'
  const run = (attempt: Attempt, offset: number): Promise<CareResults> =>
    runAttempt(context, kind, attempt, { ...search, offset }, request)
  const { wanted, forGender, others } = listAttempts(context, kind)
  const results = await run(wanted, 0)
  const found =
    results.coverage === 'none'
      ? { attempt: wanted, results }
      : await findMatch({ attempt: wanted, results }, forGender, others, search.field, (attempt) =>
          run(attempt, 0),
        )
  // Each page is of the list whose first page matched.
  return search.offset === 0 ? found.results : run(found.attempt, search.offset)
}

interface AttemptResults {
  readonly attempt: Attempt
  readonly results: CareResults
}

/** The first attempt whose list has the field that the user names; without one, the first list with hits. */
async function findMatch(
  wanted: AttemptResults,
  forGender: Attempt | null,
  others: readonly Attempt[],
  field: WantedField | null,
  run: (attempt: Attempt) => Promise<CareResults>,
): Promise<AttemptResults> {
  if (forGender !== null && !wanted.results.met.includes('gender')) {
    const farther = await run(forGender)
    if (farther.met.includes('gender')) return { attempt: forGender, results: farther }
  }
  const found = [wanted]
  for (const attempt of others) {
    const last = found.at(-1)!
    if (hasWantedField(last.results, field)) return last
    found.push({ attempt, results: await run(attempt) })
  }
  const last = found.at(-1)!
  if (hasWantedField(last.results, field)) return last
  const listed = found.filter(({ results }) => results.items.length > 0)
  return listed.find(({ results }) => !isUnrelated(results.items, field)) ?? listed[0] ?? last
}

/** A payer that lists only related care leaves out the clinicians of the field, whom the user may ask. */
function hasWantedField({ items, payer }: CareResults, field: WantedField | null): boolean {
  if (items.length === 0 || isUnrelated(items, field)) return false
  return payer !== 'filtered' || field?.isStated !== true || !isOnlyRelated(items, field)
}

/** The same with fewer conditions if nothing matches: without wishes, then with the need before the last message. */
export async function searchWithFallback(
  context: ConversationContext,
  previousNeed: ConversationContext['need'],
  search: CareSearch,
  request: DirectoryRequest,
): Promise<CareResults> {
  const all = await searchCare(context, search, request)
  const specialty = findSpecialtyPlaces(context.need, request.directory.resources)
  const items =
    specialty === null ? all.items : all.items.filter(({ card }) => hasField(card, specialty.places))
  const results = { ...all, items }
  if (items.length > 0 || search.offset > 0 || results.coverage === 'none') return results
  const ofField: readonly Fallback[] =
    specialty === null ? [] : [{ without: 'kind', changes: { need: specialty.clinicians } }]
  for (const fallback of [...ofField, ...listFallbacks(context, previousNeed)]) {
    const found = await searchCare({ ...context, ...fallback.changes }, search, request)
    if (found.items.length > 0) return { ...found, fallback }
  }
  return results
}

function listFallbacks(
  context: ConversationContext,
  previousNeed: ConversationContext['need'],
): readonly Fallback[] {
  const hasWishes = composeQuery(context) !== context.need?.text
  const { need } = context
  const isTest = need?.kind === 'location' && !need.isNamed && test.test(need.text)
  return [
    ...(isTest ? [{ without: 'kind', changes: { need: { ...need, kind: 'provider' } } } as const] : []),
    ...(hasWishes ? [{ without: 'wishes', changes: { ...noWishes } } as const] : []),
    ...(previousNeed === null ? [] : [{ without: 'need', changes: { need: previousNeed } } as const]),
  ]
}

/** Where no place is registered for a test, a clinician of the field knows where it is done. */
const test = /\b(?:tests?|exams?|stud(?:y|ies)|screenings?|evaluations?|examen(?:es)?|estudios?)\b/

interface Attempt {
  readonly carriers: readonly string[]
  readonly radiusMiles: number | null
  readonly nearestFirst: boolean
}

interface Attempts {
  /** As the user wants it. */
  readonly wanted: Attempt
  /** In a wider circle, for a clinician of the wanted gender, which the registry has for nearly all; null without such a wish. */
  readonly forGender: Attempt | null
  /** Without a match: without the payer, then as far as the search can, first with the payer, because it may list others there. */
  readonly others: readonly Attempt[]
}

function listAttempts(
  { payer, place, nearestFirst, gender }: ConversationContext,
  kind: RecordKind,
): Attempts {
  const radiusMiles = place?.radiusMiles ?? null
  const codes = kind === 'provider' ? (payer?.codes ?? []) : []
  const wanted = { carriers: codes, radiusMiles, nearestFirst: nearestFirst && place !== null }
  const canWiden = radiusMiles !== null && radiusMiles < radiusMilesMax
  const wider = { ...wanted, radiusMiles: radiusMilesMax, nearestFirst: true }
  return {
    wanted,
    forGender: gender !== null && kind === 'provider' && canWiden ? wider : null,
    others: [
      ...(codes.length === 0 ? [] : [{ ...wanted, carriers: [] }]),
      ...(codes.length === 0 || !canWiden ? [] : [wider]),
      ...(canWiden ? [{ ...wider, carriers: [] }] : []),
    ],
  }
}

interface Page {
  readonly meta: SearchMeta
  readonly data: readonly Hit[]
}

async function runAttempt(
  context: ConversationContext,
  kind: RecordKind,
  attempt: Attempt,
  { offset, accepts, field, cards = cardsPerAnswer }: CareSearch,
  request: DirectoryRequest,
): Promise<CareResults> {
  const wishes = listWishes(context, kind)
  // "Nursing home" also matches home health agencies, which may be nearer.
  const isOfPlaces = kind === 'location' && field?.isStated === true
  const usesField = wishes.length > 0 || attempt.nearestFirst || isOfPlaces
  const insurers = listInsurers(context, attempt)
  const isSorted = attempt.nearestFirst || insurers.length > 1
  const isSelective = usesField || accepts !== null || isSorted
  const limit = isSelective ? examinedMax : cards
  const values = toParameters(context, attempt, isSorted ? 0 : offset, limit)
  const { meta, data: all } = await runSearch(kind, values, request)
  const examined = isSorted ? sortHits(all, insurers, attempt).slice(offset) : all
  const data = accepts === null ? examined : examined.filter(accepts)
  const selected = selectHits(data, wishes, context, {
    isFirstList: offset === 0,
    field: usesField ? field : null,
    cards,
  })
  // In the list of the search, which has the hits that are left out.
  const end = selected.end === data.length ? examined.length : examined.indexOf(data[selected.end]!)
  const hasMore = selected.end < data.length || (meta.has_more && !isSorted)
  return {
    items: selected.hits.map((card) => ({ kind, card: withoutDistanceInState(card, context) }) as CareItem),
    nextOffset: hasMore ? offset + end : null,
    radiusMiles: attempt.radiusMiles,
    isWidened: attempt.radiusMiles !== (context.place?.radiusMiles ?? null),
    payer: payerOutcome(context, kind, attempt),
    met: selected.met,
    unmet: wishes.filter((wish) => !selected.met.includes(wish)),
    coverage: meta.coverage ?? null,
    dataAsOf: meta.data_as_of,
  }
}

/** A distance from the middle of a state is none from the user. */
function withoutDistanceInState(hit: Hit, { place }: ConversationContext): Hit {
  if (place === null || !isStateLabel(place.label)) return hit
  const { distance_miles: _, ...rest } = hit
  return rest
}

async function runSearch(
  kind: RecordKind,
  values: ParameterValues,
  request: DirectoryRequest,
): Promise<Page> {
  const page =
    kind === 'provider'
      ? await request.run('searchProviders', validateOperation('searchProviders', values))
      : await request.run('searchLocations', validateOperation('searchLocations', values))
  return page as Page
}

function toParameters(
  context: ConversationContext,
  { carriers, radiusMiles }: Attempt,
  offset: number,
  limit: number,
): ParameterValues {
  const { place } = context
  return {
    q: composeQuery(context),
    ...(place !== null && { lat: place.lat, lng: place.lng, radius_miles: radiusMiles ?? place.radiusMiles }),
    ...(carriers.length > 0 && { carriers: [...carriers] }),
    offset,
    limit,
  }
}

/** The need with the wishes in words that the search understands. */
export function composeQuery(context: ConversationContext): string {
  const { need, patient, excluded, telehealth, accepting, languages, gender } = context
  const wishes = [
    ...patient.map((word) =>
      word === 'pregnant' ? 'pregnant' : `for ${word === 'child' ? 'a child' : 'an older adult'}`,
    ),
    excluded,
    telehealth ? 'telehealth' : '',
    accepting ? 'accepting new patients' : '',
    languages.length > 0 ? `who speaks ${languages.map(languageQueryName).join(' or ')}` : '',
    gender === null ? '' : `prefer a ${gender === 'F' ? 'woman' : 'man'}`,
  ].filter((words) => words !== '')
  const suffix = wishes.map((words) => ` ${words}`).join('')
  return `${(need?.text ?? '').slice(0, queryLengthMax - suffix.length)}${suffix}`.trim()
}

function payerOutcome({ payer }: ConversationContext, kind: RecordKind, { carriers }: Attempt): PayerOutcome {
  if (payer === null) return 'none'
  if (kind === 'location') return 'not_for_places'
  if (payer.codes.length === 0) return 'no_listings'
  return carriers.length > 0 ? 'filtered' : 'none_listed'
}

// Wishes

/** The most important first: the last ones are given up first if no hit meets all. */
function listWishes(
  { gender, languages, accepting, telehealth }: ConversationContext,
  kind: RecordKind,
): readonly Wish[] {
  if (kind === 'location') return languages.length > 0 ? ['language'] : []
  return [
    ...(gender === null ? [] : (['gender'] as const)),
    ...(languages.length > 0 ? (['language'] as const) : []),
    ...(accepting ? (['accepting'] as const) : []),
    ...(telehealth ? (['telehealth'] as const) : []),
  ]
}

/** The wishes that all records meet, and those that none is known to meet. */
export function compareWishes(
  items: readonly CareItem[],
  context: ConversationContext,
): Pick<CareResults, 'met' | 'unmet'> {
  const wishes = listWishes(context, items[0]?.kind ?? 'provider')
  const isMet = (wish: Wish) => (item: CareItem) => meetsWish(item.card, wish, context)
  return {
    met: wishes.filter((wish) => items.every(isMet(wish))),
    unmet: wishes.filter((wish) => !items.some(isMet(wish))),
  }
}

interface SelectedHits {
  readonly hits: readonly Hit[]
  /** The number of examined hits. */
  readonly end: number
  readonly met: readonly Wish[]
}

/**
 * The shares of the best score that the hits of a first list have, so that neither a short way nor a wish brings up another field. The
 * score rises with each wish that a hit meets, so that hits of one field that meet the wishes have nearly the best score.
 */
const equalScoreMin = { withoutWishes: 0.6, withWishes: 0.85 } as const

/** The best matches: the nearest first if the user wants these, then those that more of several insurers list. */
function sortHits(
  data: Page['data'],
  insurers: readonly (readonly string[])[],
  { nearestFirst }: Attempt,
): Page['data'] {
  const best = bestScore(data)
  const hits = data.filter(({ score }) => (score ?? 0) >= equalScoreMin.withoutWishes * best)
  const byInsurers = hits.toSorted((a, b) => countInsurers(b, insurers) - countInsurers(a, insurers))
  return nearestFirst
    ? byInsurers.toSorted((a, b) => (a.distance_miles ?? Infinity) - (b.distance_miles ?? Infinity))
    : byInsurers
}

/** The codes of each insurer of the search; empty unless the user named several. */
function listInsurers({ payer }: ConversationContext, { carriers }: Attempt): readonly (readonly string[])[] {
  return (payer?.insurers ?? []).filter((codes) => codes.some((code) => carriers.includes(code)))
}

/** The insurers that list the clinician; several plans of one insurer count once. */
function countInsurers(hit: Hit, insurers: readonly (readonly string[])[]): number {
  if (!('carriers' in hit)) return 0
  return insurers.filter((codes) => hit.carriers.some(({ code }) => codes.includes(code))).length
}

function bestScore(data: Page['data']): number {
  return Math.max(0, ...data.map(({ score }) => score ?? 0))
}

interface Selection {
  readonly isFirstList: boolean
  readonly field: WantedField | null
  readonly cards: number
}

/** The first hits that meet all wishes; without one, those that meet the most important ones. */
function selectHits(
  data: readonly Hit[],
  wishes: readonly Wish[],
  context: ConversationContext,
  { isFirstList, field, cards }: Selection,
): SelectedHits {
  const best = bestScore(data)
  const [ofField = []] = [field?.codes, field?.closeCodes]
    .map((codes) => (codes === undefined ? [] : data.filter((hit) => hasField(hit, codes))))
    .filter((hits) => hits.length > 0)
  const isEligible = (hit: Hit): boolean =>
    !isFirstList ||
    (ofField.length > 0
      ? ofField.includes(hit)
      : (hit.score ?? 0) >=
        (wishes.length > 0 ? equalScoreMin.withWishes : equalScoreMin.withoutWishes) * best)
  for (let count = wishes.length; count >= 0; count--) {
    const met = wishes.slice(0, count)
    const indexes = data.flatMap((hit, index) =>
      isEligible(hit) && met.every((wish) => meetsWish(hit, wish, context)) ? [index] : [],
    )
    const selected = indexes.slice(0, cards)
    if (selected.length === 0 && count > 0) continue
    const isFull = selected.length === cards
    // The next list has the weaker matches, unless they were passed over for the wishes or the distance.
    const firstWeak = data.findIndex((hit) => !isEligible(hit))
    const isSorted = data.slice(Math.max(0, firstWeak)).every((hit) => !isEligible(hit))
    const examined = firstWeak !== -1 && isSorted && count === wishes.length ? firstWeak : data.length
    return {
      hits: selected.map((index) => data[index]!),
      end: isFull ? selected.at(-1)! + 1 : examined,
      met,
    }
  }
  return { hits: [], end: 0, met: [] }
}

function meetsWish(hit: CareItem['card'], wish: Wish, { gender, languages }: ConversationContext): boolean {
  switch (wish) {
    case 'gender':
      return 'gender' in hit && hit.gender === gender
    case 'language':
      return hit.languages.some((tag) => languages.includes(tag))
    case 'accepting':
      return (
        'practice_locations' in hit &&
        hit.practice_locations.some(({ accepting_new_patients: { value } }) => value === 'accepting')
      )
    case 'telehealth':
      return 'telehealth' in hit && hit.telehealth.value === 'offered'
  }
}
