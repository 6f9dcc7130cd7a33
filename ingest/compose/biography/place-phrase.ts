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
import { isFlat } from '../../facts/flat-address.ts'
import { counted, countInWords, joinClauses, joinList } from '../phrasing/grammar.ts'

export interface PlacePhrase extends Practice {
  readonly city: City | null
  /**
   * Whether a text may say that the clinician practices here: not at a home, a mailbox or an address that is only registered, and
   * not at an organization in an apartment.
   */
  readonly practiced: boolean
  /** The subject of a sentence about its hours: "the Providence office, at 110 Lockwood Street,". */
  readonly office: string
  /** For use after the address, or if no other place is in the city: "the Providence office". */
  readonly shortOffice: string
}

/** Keeps the given order. The words that identify a place depend on the cities of the others. */
export function placePhrases(practices: readonly Practice[]): readonly PlacePhrase[] {
  const cities = practices.map(({ location }) => cityOf(location.address))
  return practices.map((practice, at) => {
    const city = cities[at] ?? null
    const { spot } = practice
    const office = officeOf(city, spot, practices.length)
    const alone = cities.every((other, index) => index === at || other?.name !== city?.name)
    return {
      ...practice,
      city,
      practiced:
        (spot !== null && practice.onlyRegistered !== true && !isFlat(practice.location.address)) ||
        practice.location.office_hours.length > 0,
      office,
      shortOffice: alone ? officeOf(city, null, practices.length) : office.replace(/,$/, ''),
    }
  })
}

/** The organization with its street in parentheses, or the street alone; null for a home or a mailbox. */
export function spotOf(location: Pick<PracticeLocation, 'name' | 'address'>): string | null {
  const { name, address } = location
  if (isNamedByTown(location)) return null
  const street = streetInWords(address)
  const called = name === null || name === addressName(address) ? institutionName(address) : name
  if (called === null || called === street) return street
  return street === null ? called : `${called} (${street})`
}

function officeOf(city: City | null, spot: string | null, places: number): string {
  if (places === 1) return 'the office'
  if (city === null) return spot === null ? 'one office' : `the office at ${spot}`
  return spot === null ? `the ${city.name} office` : `the ${city.name} office, at ${spot},`
}

/** The most cities that a text names. */
const citiesMax = 4

/** "in Providence and Pawtucket, Rhode Island, and at two more places"; null when no address names a city. */
export function citiesInWords(places: readonly PlacePhrase[]): string | null {
  const named = new Map<string, City>()
  for (const { city } of places)
    if (city !== null && named.size < citiesMax) named.set(cityInWords(city), city)
  const regions = [...Map.groupBy(named.values(), ({ region }) => region)].map(([region, cities]) =>
    region === null
      ? joinList(cities.map(inCity))
      : inCity({ name: joinList(cities.map(({ name }) => name)), region }),
  )
  const unnamed = places.filter(({ city }) => city === null || !named.has(cityInWords(city))).length
  if (regions.length === 0) return null
  const [only] = regions
  if (named.size === 1 && unnamed === 0) return `at ${countInWords(places.length)} addresses ${only}`
  const all = unnamed === 0 ? regions : [...regions, `at ${counted(unnamed, 'more place')}`]
  return joinClauses(all)
}

/** "Therapist, registered in Hartford", but "Registered nurse with a registered address in Hartford". */
export function registeredAfter(kind: string): string {
  return /\bregistered\b/i.test(kind) ? ' with a registered address' : ', registered'
}
