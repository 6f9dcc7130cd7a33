/** An address as much as it takes to be read aloud: the street, and the city with its state or country. */
import type { Address } from '@careatlas/contract/cards'
import { regionOfState } from '@careatlas/directory/region'
import { titleCasePlace } from '@careatlas/directory/title-case'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const military: Readonly<Record<string, true>> = { AA: true, AE: true, AP: true }
const postBox = /^(?:P\.? ?O\.? ?B|POST OFFICE BOX|BOX \d|PSC \d|UNIT \d|CMR \d|HC \d+ BOX)/i

/** A US address by its country, territories included: they have ZIP codes. */
export function isUnitedStates({ country }: Address): boolean {
  return (
    country === 'US' ||
    country === 'PR' ||
    country === 'VI' ||
    country === 'GU' ||
    country === 'AS' ||
    country === 'MP'
  )
}

/** "110 Lockwood Street"; null for a post box or nothing, which is no place to go to. */
export function streetInWords(address: Address): string | null {
  const { line_1 } = address
  if (line_1 === null || isMilitary(address) || postBox.test(line_1) || !/\p{L}/u.test(line_1)) return null
  return titleCasePlace(line_1)
}

function isMilitary(address: Address): boolean {
  return address.state !== null && military[address.state] === true && isUnitedStates(address)
}

/** What a place without an organisation is called: its street line, else its city; null when it has neither. */
export function addressName(address: Address): string | null {
  if (address.line_1 !== null) return titleCasePlace(address.line_1)
  const city = cityOf(address)
  return city === null ? null : cityInWords(city)
}

/** A city, and what lies around it, so that two cities of a state can share its name. */
export interface City {
  readonly name: string
  readonly region: string | null
}

const militaryPost: City = { name: 'a US military post overseas', region: null }

/** "Hartford" in "Connecticut", "Toronto" in "Canada"; null when the address does not say. */
export function cityOf(address: Address): City | null {
  const key = `${address.city}\t${address.state}\t${address.country}`
  const known = cities.get(key)
  if (known !== undefined) return known
  const city = readCity(address)
  if (cities.size < citiesKept) cities.set(key, city)
  return city
}

/** A country of 8 million clinicians names some 50,000 cities, most of them often. */
const citiesKept = 100_000
const cities = new Map<string, City | null>()

function readCity(address: Address): City | null {
  const { state, city, country } = address
  if (isMilitary(address)) return militaryPost
  const region = isUnitedStates(address) ? stateName(state, country) : countryName(country)
  if (city !== null && /\p{L}/u.test(city)) return { name: titleCasePlace(city), region }
  return region === null ? null : { name: region, region: null }
}

/** "in Hartford, Connecticut", "at a US military post overseas". */
export function inCity(city: City): string {
  return `${city === militaryPost ? 'at' : 'in'} ${cityInWords(city)}`
}

/** "121 West Marlin Street, Suite 301, in McPherson, Kansas"; either may be null. */
export function spotInCity(spot: string | null, city: City | null): string | null {
  if (spot === null || city === null) return spot ?? (city && inCity(city))
  const open = city === militaryPost || (spot.includes(',') && !spot.endsWith(')'))
  return `${spot}${open ? ',' : ''} ${inCity(city)}`
}

/** "Hartford, Connecticut" */
export function cityInWords({ name, region }: City): string {
  return region === null ? name : `${name}, ${region}`
}

function stateName(state: string | null, country: string): string | null {
  if (state === 'DC') return 'DC'
  return regionOfState(country === 'US' ? state : country)?.name ?? null
}

function countryName(country: string): string | null {
  try {
    return countryNames.of(country) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
