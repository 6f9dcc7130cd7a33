/** Searches around several places at once: "Cranston or Warwick". */
import type { LocationHit, ProviderHit } from '@careatlas/contract/cards'
import { distanceMiles } from '@careatlas/directory/distance'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { type CareItem, idOf } from './chat-card.ts'
import type { CarePlace, ConversationContext } from './conversation-context.ts'
import { type CareResults, type CareSearch, compareWishes, searchWithFallback } from './search-care.ts'
import { listPlaces } from './update-places.ts'

/** What was found around one of several places. */
export interface PlaceResults {
  readonly label: string
  readonly items: readonly CareItem[]
  /** Whether the directory does not serve the place. */
  readonly isOutside: boolean
}

/** The cards around each of two or three places. */
const cardsPerPlace: Readonly<Record<number, number>> = { 2: 3, 3: 2 }

/** Around each place, without the records of the places before it; around the only place otherwise. */
export async function searchPlaces(
  context: ConversationContext,
  previousNeed: ConversationContext['need'],
  search: CareSearch,
  request: DirectoryRequest,
): Promise<CareResults> {
  const places = listPlaces(context)
  if (places.length < 2) return searchWithFallback(context, previousNeed, search, request)
  const known = new Set(search.offset === 0 ? [] : context.shown.records.map(({ id }) => id))
  const found: CareResults[] = []
  for (const place of places) {
    const accepts: CareSearch['accepts'] = (hit) =>
      !known.has('npi' in hit ? hit.npi : hit.location_uuid) &&
      isNearest(hit, place, places) &&
      (search.accepts?.(hit) ?? true)
    const results = await searchWithFallback(
      { ...context, place, otherPlaces: [] },
      previousNeed,
      { ...search, accepts, cards: cardsPerPlace[places.length]! },
      request,
    )
    for (const item of results.items) known.add(idOf(item))
    found.push(results)
  }
  return mergeResults(found, context)
}

/** Whether no other of the places is nearer to the record, which is listed around one of them. */
function isNearest(hit: ProviderHit | LocationHit, place: CarePlace, places: readonly CarePlace[]): boolean {
  const points = ('npi' in hit ? hit.practice_locations.filter(({ active }) => active) : [hit]).flatMap(
    ({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]),
  )
  const milesFrom = (from: CarePlace): number =>
    Math.min(...points.map((point) => distanceMiles(from, point)))
  return points.length === 0 || milesFrom(place) === Math.min(...places.map(milesFrom))
}

/** Those that were found under the conditions of the best ones, so that one sentence describes all of them. */
function mergeResults(found: readonly CareResults[], context: ConversationContext): CareResults {
  const [first, ...others] = found
  const best = others.reduce((least, results) => (losses(results) < losses(least) ? results : least), first!)
  const isLikeBest = (results: CareResults): boolean => losses(results) === losses(best)
  const items = found.flatMap((results) => (isLikeBest(results) ? results.items : []))
  const offsets = found.flatMap((results) => (isLikeBest(results) ? (results.nextOffset ?? []) : []))
  return {
    ...best,
    items,
    nextOffset: offsets.length === 0 ? null : Math.min(...offsets),
    ...compareWishes(items, context),
    places: listPlaces(context).map(({ label }, index) => ({
      label,
      items: isLikeBest(found[index]!) ? found[index]!.items : [],
      isOutside: found[index]!.coverage === 'none',
    })),
  }
}

/** More for each condition of the user that the results do not meet. */
function losses({ items, isWidened, payer, fallback }: CareResults): number {
  if (items.length === 0) return Infinity
  return (
    Number(isWidened) +
    2 * Number(payer === 'none_listed') +
    4 * Number(fallback?.without === 'wishes' || fallback?.without === 'kind') +
    8 * Number(fallback?.without === 'need')
  )
}
