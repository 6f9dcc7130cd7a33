/** Truncates a page of clinicians that exceeds the response budget. */
import type { CarrierListing, PracticeLocation, ProviderHit } from '@careatlas/contract/cards'
import type { ProviderSearchEnvelope } from '@careatlas/contract/envelopes'
import { truncate } from './truncate.ts'

/** A fully truncated card keeps these. The filter accepts at most 25 codes, so every matching carrier remains. */
const locationsMin = 3
const carriersMin = 25

/**
 * Removes identifiers, distant practice locations, carriers that were not requested, long biographies and trailing cards, in
 * this order.
 */
export function truncateProviders(
  envelope: ProviderSearchEnvelope,
  budgetBytes: number,
): ProviderSearchEnvelope {
  const requestedCodes = new Set(envelope.parameters.carriers)
  const reductions = [
    cutIdentifiers,
    cutLocations,
    (card: ProviderHit) => cutCarriers(card, requestedCodes),
    cutBiography,
  ]
  return truncate(envelope, budgetBytes, reductions)
}

/** A registration may have 50 identifiers, and search results rarely need them. */
function cutIdentifiers(card: ProviderHit): ProviderHit {
  if (card.identifiers.length === 0) return card
  return { ...card, ...truncationMarks(card, 'identifiers'), identifiers: [] }
}

/** Keeps the nearest locations; for a search without a position, the primary location and the first others. */
function cutLocations(card: ProviderHit): ProviderHit {
  if (card.practice_locations.length <= locationsMin) return card
  const nearest = card.practice_locations.toSorted(byNearness).slice(0, locationsMin)
  return { ...card, ...truncationMarks(card, 'practice_locations'), practice_locations: nearest }
}

function byNearness(a: PracticeLocation, b: PracticeLocation): number {
  const [milesA, milesB] = [a.distance_miles ?? Infinity, b.distance_miles ?? Infinity]
  return milesA === milesB ? Number(b.primary) - Number(a.primary) : milesA - milesB
}

function cutCarriers(card: ProviderHit, requestedCodes: ReadonlySet<string>): ProviderHit {
  if (card.carriers.length <= carriersMin) return card
  const isRequested = ({ code }: CarrierListing) => requestedCodes.has(code)
  const { true: matches = [], false: others = [] } = Object.groupBy(
    card.carriers,
    (carrier) => `${isRequested(carrier)}`,
  )
  return {
    ...card,
    ...truncationMarks(card, 'carriers'),
    carriers: [...matches, ...others].slice(0, carriersMin),
  }
}

function cutBiography(card: ProviderHit): ProviderHit {
  return { ...card, ...truncationMarks(card, 'biography'), biography: card.short_biography }
}

type TruncationMarks = Required<
  Pick<ProviderHit, 'truncated_fields' | 'practice_location_count' | 'carrier_count'>
>

/** The counts are those before the first truncation of the card. */
function truncationMarks(card: ProviderHit, field: keyof ProviderHit): TruncationMarks {
  return {
    truncated_fields: [...(card.truncated_fields ?? []), field],
    practice_location_count: card.practice_location_count ?? card.practice_locations.length,
    carrier_count: card.carrier_count ?? card.carriers.length,
  }
}
