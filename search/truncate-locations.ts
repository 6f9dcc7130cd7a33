/** Truncates a page of places that exceeds the response budget. */
import type { LocationHit, RosterEntry } from '@careatlas/contract/cards'
import type { LocationSearchEnvelope } from '@careatlas/contract/envelopes'
import { truncate } from './truncate.ts'

const rosterMin = 25

/**
 * Removes identifiers, then the largest rosters beyond 25 names; `provider_count` keeps the true number. Then trailing cards.
 */
export function truncateLocations(
  envelope: LocationSearchEnvelope,
  budgetBytes: number,
): LocationSearchEnvelope {
  return truncate(envelope, budgetBytes, [cutIdentifiers, cutRoster])
}

function cutIdentifiers(card: LocationHit): LocationHit {
  if (card.identifiers.length === 0) return card
  return { ...card, identifiers: [], truncated_fields: ['identifiers'] }
}

function cutRoster(card: LocationHit): LocationHit {
  if (card.providers.length <= rosterMin) return card
  const providers = card.providers.toSorted(byName).slice(0, rosterMin)
  return { ...card, providers, truncated_fields: [...(card.truncated_fields ?? []), 'providers'] }
}

/** By code unit, so that the result does not depend on the locale of the machine. */
function byName(a: RosterEntry, b: RosterEntry): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.npi < b.npi ? -1 : 1
}
