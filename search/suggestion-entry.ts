/** Converts cards to the names that are suggested: the only place that decides which words find a clinician or a place. */
import type { LocationCard, ProviderCard } from '@careatlas/contract/cards'
import type { Point } from '@careatlas/directory/distance'
import { foldName } from '@careatlas/directory/person-name'
import type { PersonEntry, PlaceEntry } from '@careatlas/directory/snapshot/suggestions-writer'
import { isNonClinician } from './relevance.ts'
import { organizationName } from './search-document.ts'

/** A clinician is as common as the number of places and payers that list the clinician; suppliers and drivers come last. */
export function toPersonEntry(card: ProviderCard): PersonEntry {
  const { npi, name, other_names, carriers, specialties } = card
  const places = card.practice_locations.filter(({ active }) => active)
  const codes = [...new Set(specialties.map(({ code }) => code))]
  const names = [name, ...other_names]
  return {
    npi,
    codes,
    names: foldWords(names.flatMap(({ first, last }) => [first, last])),
    others: foldWords([...names.map(({ middle }) => middle), ...places.map(({ address }) => address.city)]),
    points: places.flatMap(toPoints),
    commonness: isNonClinician(codes) ? 0 : 1 + places.length + carriers.length,
  }
}

/**
 * A place is as common as its number of clinicians. Null for a place without the name of an organization; its address does not count.
 * @param names all names of the place, as `IndexedPlace` has them
 */
export function toPlaceEntry(card: LocationCard, names: readonly string[]): PlaceEntry | null {
  const { location_uuid: uuid, name, address, provider_count: commonness } = card
  const organizationNames = names.filter((text) => organizationName(text, address) !== '')
  if (name === null || organizationNames.length === 0) return null
  const { city, state } = address
  return {
    uuid,
    name,
    otherNames: organizationNames.filter((text) => text !== name),
    city,
    state,
    names: foldWords(organizationNames),
    others: foldWords([city]),
    points: toPoints(card),
    commonness,
  }
}

/** The distinct words. */
function foldWords(texts: readonly (string | null)[]): string {
  return [...new Set(texts.flatMap((text) => foldName(text ?? '').split(' ')))].join(' ').trim()
}

function toPoints({ lat, lng }: { lat: number | null; lng: number | null }): readonly Point[] {
  return lat === null || lng === null ? [] : [{ lat, lng }]
}
