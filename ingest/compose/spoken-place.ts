/** Practice places as a biography speaks of them. */
import type { PracticeLocation } from '@careatlas/contract/cards'
import { addressName, type City, cityInWords, cityOf, inCity, streetInWords } from './address-in-words.ts'
import { counted, countInWords, joinList } from './grammar.ts'

export interface SpokenPlace {
  readonly location: PracticeLocation
  readonly city: City | null
  /** "80 Seymour Street", "Hartford Family Health (80 Seymour Street)"; null when there is only a post box. */
  readonly spot: string | null
  /** As a sentence about its hours begins: "the Providence office, at 110 Lockwood Street,". */
  readonly office: string
  /** Once its address has been said, or where the city alone tells it apart: "the Providence office". */
  readonly shortOffice: string
}

export function spokenPlaces(locations: readonly PracticeLocation[]): readonly SpokenPlace[] {
  const cities = locations.map(({ address }) => cityOf(address))
  return locations.map((location, at) => {
    const city = cities[at] ?? null
    const spot = spotOf(location)
    const office = officeOf(city, spot, locations.length)
    const alone = cities.every((other, index) => index === at || other?.name !== city?.name)
    return {
      location,
      city,
      spot,
      office,
      shortOffice: alone ? officeOf(city, null, locations.length) : office.replace(/,$/, ''),
    }
  })
}

/** The organisation with its street in brackets, else the street, unless it leads to the door of a home. */
function spotOf({ name, address }: PracticeLocation): string | null {
  const street = streetInWords(address)
  if (name === null || name === street || name === addressName(address)) return isFlat(street) ? null : street
  return street === null ? name : `${name} (${street})`
}

/** Many register where they live; prose then says the city only, and the card has the address as registered. */
function isFlat(street: string | null): boolean {
  return street !== null && /, (?:Apartment|Trailer|Lot) /.test(street)
}

function officeOf(city: City | null, spot: string | null, places: number): string {
  if (places === 1) return 'the office'
  if (city === null) return spot === null ? 'one office' : `the office at ${spot}`
  return spot === null ? `the ${city.name} office` : `the ${city.name} office, at ${spot},`
}

/** Cities that are named when there are many. */
const citiesMost = 4

/** "in Providence and Pawtucket, Rhode Island, and at two more places"; null when no address names a city. */
export function citiesInWords(places: readonly SpokenPlace[]): string | null {
  const named = new Map<string, City>()
  for (const { city } of places)
    if (city !== null && named.size < citiesMost) named.set(cityInWords(city), city)
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
  return all.length < 3 ? all.join(', and ') : `${all.slice(0, -1).join('; ')}; and ${all.at(-1)}`
}
