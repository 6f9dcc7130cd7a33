/** Writes the places of a biography in words. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import type { Practice } from '../../practice.ts'
import {
  addressName,
  type City,
  cityInWords,
  cityOf,
  inCity,
  institutionName,
  isNamedByTown,
  streetInWords,
} from '../phrasing/address-phrase.ts'
import { isApartment } from '../../facts/apartment-address.ts'
import { countedNoun, countInWords, joinClauses, joinList } from '../phrasing/grammar.ts'

export interface PlacePhrase extends Practice {
  readonly city: City | null
  /**
   * Whether a text may say that the clinician practices here. It may not for a home, a mailbox, an organization in an apartment or
   * an address that is only registered.
   */
  readonly isPractice: boolean
  /** The subject of a sentence about the hours of the place: "the Providence office, at 110 Lockwood Street,". */
  readonly office: string
  /** Without the address if no other place is in the city: "the Providence office". */
  readonly shortOffice: string
}

/** The places in the given order. The words that identify a place depend on the cities of the other places. */
export function placePhrases(practices: readonly Practice[]): readonly PlacePhrase[] {
  const cities = practices.map(({ location }) => cityOf(location.address))
  return practices.map((practice, index) => {
    const city = cities[index] ?? null
    const { spot } = practice
    const office = officePhrase(city, spot, practices.length)
    const isOnlyInCity = cities.every(
      (other, otherIndex) => otherIndex === index || other?.name !== city?.name,
    )
    return {
      ...practice,
      city,
      isPractice:
        (spot !== null && practice.onlyRegistered !== true && !isApartment(practice.location.address)) ||
        practice.location.office_hours.length > 0,
      office,
      shortOffice: isOnlyInCity ? officePhrase(city, null, practices.length) : office.replace(/,$/, ''),
    }
  })
}

/** The organization with its street in parentheses, or the street alone; null for a home or a mailbox. */
export function spotOf(location: Pick<PracticeLocation, 'name' | 'address'>): string | null {
  const { name, address } = location
  if (isNamedByTown(location)) return null
  const street = streetInWords(address)
  const placeName = name === null || name === addressName(address) ? institutionName(address) : name
  if (placeName === null || placeName === street) return street
  return street === null ? placeName : `${placeName} (${street})`
}

function officePhrase(city: City | null, spot: string | null, places: number): string {
  if (places === 1) return 'the office'
  if (city === null) return spot === null ? 'one office' : `the office at ${spot}`
  return spot === null ? `the ${city.name} office` : `the ${city.name} office, at ${spot},`
}

/** The maximum number of cities that a text names. */
const citiesMax = 4

/** "in Providence and Pawtucket, Rhode Island, and at two more places"; null if no address names a city. */
export function citiesInWords(places: readonly PlacePhrase[]): string | null {
  const namedCities = new Map<string, City>()
  for (const { city } of places)
    if (city !== null && namedCities.size < citiesMax) namedCities.set(cityInWords(city), city)
  const regions = [...Map.groupBy(namedCities.values(), ({ region }) => region)].map(([region, cities]) =>
    region === null
      ? joinList(cities.map(inCity))
      : inCity({ name: joinList(cities.map(({ name }) => name)), region }),
  )
  const unnamed = places.filter(({ city }) => city === null || !namedCities.has(cityInWords(city))).length
  if (regions.length === 0) return null
  const [only] = regions
  if (namedCities.size === 1 && unnamed === 0) return `at ${countInWords(places.length)} addresses ${only}`
  const all = unnamed === 0 ? regions : [...regions, `at ${countedNoun(unnamed, 'more place')}`]
  return joinClauses(all)
}

/** The words before the city: "Therapist, registered in Hartford", but "Registered nurse with a registered address in Hartford". */
export function registeredPhrase(kind: string): string {
  return /\bregistered\b/i.test(kind) ? ' with a registered address' : ', registered'
}
