/** Which places of care may have an emergency room. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'

/** General hospitals (282N) and military ones (2865), but not psychiatric, rehabilitation or long-term ones; and emergency care (261QE0002X). */
const generalHospital = /^(?:282N|2865)|^261QE0002X$/

/** A facility list decides; without one, the kind of hospital. */
export function mayHaveEmergencyRoom(card: LocationCard | ProviderCard): boolean {
  if (!('emergency_services' in card)) return false
  const { value } = card.emergency_services
  return (
    value === 'yes' ||
    (value === 'unknown' && card.specialties.some(({ code }) => generalHospital.test(code)))
  )
}
