/** The card of a clinician or a place in an answer: a compact hit with its page and the dates of its sources. */
import type { LocationCard, LocationHit, ProviderCard, ProviderHit } from '@careatlas/contract/cards'
import type { ChatCard } from '@careatlas/contract/chat-frames'
import { distanceMiles, type Point } from '@careatlas/directory/distance'
import { titleCasePlace } from '@careatlas/directory/title-case'
import type { Carrier } from '@careatlas/directory/snapshot/format'
import { wordsOf } from '@careatlas/vocabulary/words'
import { specialtyTitle } from '../../web/specialty-name.ts'
import { compactLocation, compactProvider } from '../../operations/compact-hit.ts'
import type { DirectoryRequest } from '../../operations/directory-request.ts'
import { checkPayer } from './check-payer.ts'
import type { AnswerLanguage, ConversationContext } from './conversation-context.ts'

/** A hit of a search, or the card of a record. */
export type CareItem =
  | { readonly kind: 'provider'; readonly card: ProviderCard & Partial<ProviderHit> }
  | { readonly kind: 'location'; readonly card: LocationCard & Partial<LocationHit> }

/** The names of specialties are in the language of the answer; its payer comes first, and the card has its verdict. */
export function toChatCard(
  item: CareItem,
  { payer, language }: Pick<ConversationContext, 'payer' | 'language'>,
  request: Pick<DirectoryRequest, 'pageUrl' | 'directory'>,
): ChatCard {
  const sources = item.card.sources.map(({ id, as_of }) => ({ id, as_of }))
  if (item.kind === 'provider') {
    const compact = compactProvider({ score: null, ...item.card }, payer?.codes)
    return {
      kind: 'provider',
      ...compact,
      location: compact.location && withReadableAddress(compact.location),
      specialty: translateSpecialty(compact.specialty, language),
      url: request.pageUrl('providers', compact.npi),
      sources,
      ...describePlan(item.card, payer, request.directory.snapshot.carriers),
    }
  }
  const compact = compactLocation({ score: null, ...item.card })
  return {
    kind: 'location',
    ...withReadableAddress(compact),
    focus: translateSpecialty(compact.focus, language),
    url: request.pageUrl('locations', item.card.location_uuid),
    sources,
  }
}

/** In mixed case, because registries have addresses in upper case. */
function withReadableAddress<Place extends { readonly line_1?: string | null; readonly city: string | null }>(
  place: Place,
): Place {
  const { line_1 = null, city } = place
  return {
    ...place,
    ...(line_1 !== null && { line_1: titleCasePlace(line_1) }),
    ...(city !== null && { city: titleCasePlace(city) }),
  }
}

/** As registered in English answers; a name without a Spanish one stays as it is. */
function translateSpecialty(name: string | null, language: AnswerLanguage): string | null {
  return name === null || language === 'en' ? name : specialtyTitle(name, language).text
}

/** Nothing if the directory has no file of the payer, or no complete list of the clinician. */
function describePlan(
  card: ProviderCard & Partial<ProviderHit>,
  payer: ConversationContext['payer'],
  carriers: readonly Carrier[],
): Pick<Extract<ChatCard, { kind: 'provider' }>, 'plan'> {
  const verdict = payer && checkPayer(card, payer, carriers)
  if (verdict?.kind !== 'listed' && verdict?.kind !== 'not_found') return {}
  return { plan: { status: verdict.kind, payer: verdict.payer, as_of: verdict.asOf } }
}

/** The record with the distances of its places, so that the nearest one is shown. */
export function withDistances(item: CareItem, place: Point | null): CareItem {
  if (place === null) return item
  if (item.kind === 'location') return { ...item, card: { ...item.card, ...distanceTo(item.card, place) } }
  const places = item.card.practice_locations.map((practice) => ({
    ...practice,
    ...distanceTo(practice, place),
  }))
  const miles = places.flatMap(({ active, distance_miles: distance }) =>
    active && distance !== undefined && distance !== null ? [distance] : [],
  )
  return {
    ...item,
    card: {
      ...item.card,
      practice_locations: places,
      ...(miles.length > 0 && { distance_miles: Math.min(...miles) }),
    },
  }
}

/** Two decimals, as the searches have. */
function distanceTo(
  { lat, lng }: Pick<LocationCard, 'lat' | 'lng'>,
  place: Point,
): { distance_miles?: number } {
  if (lat === null || lng === null) return {}
  return { distance_miles: Math.round(distanceMiles(place, { lat, lng }) * 100) / 100 }
}

/** Whether a specialty of the record is of the field. */
export function hasField(
  { specialties }: Pick<CareItem['card'], 'specialties'>,
  field: ReadonlySet<string>,
): boolean {
  return specialties.some(({ code }) => field.has(code))
}

/** The identifier of the record. */
export function idOf(item: CareItem): string {
  return item.kind === 'provider' ? item.card.npi : item.card.location_uuid
}

/** The name of the record in a sentence; the street of a place without a name is its name already. */
export function nameOf(item: CareItem): string {
  return item.kind === 'provider'
    ? item.card.name.display
    : (item.card.name ?? item.card.address.line_1 ?? '')
}

/** As many places of a clinician are remembered. */
const addressesMax = 4

/** The streets and towns of the active places of the record, in folded words. */
export function addressesOf(item: CareItem): string[] {
  const places = item.kind === 'location' ? [item.card] : item.card.practice_locations.filter(isActive)
  return places
    .slice(0, addressesMax)
    .map(({ address }) => wordsOf([address.line_1, address.city].join(' ')).join(' '))
}

function isActive({ active }: { readonly active: boolean }): boolean {
  return active
}
