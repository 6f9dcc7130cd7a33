/** Writes an address in words: the street, and the city with its state or country. */
import type { Address } from '@careatlas/contract/cards'
import { memoize } from '@careatlas/directory/memoize'
import { isMilitaryZip, isMilitaryPost } from '@careatlas/directory/military-mail'
import { isTerritory, isUnitedStates, regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { isApartment } from '../../facts/apartment-address.ts'
import { areSameAddress } from '../../facts/same-address.ts'
import { splitAddressLine } from './address-line/address-parts.ts'
import { unitPhrase } from './address-line/unit-phrase.ts'
import { isMailbox, isPostBox } from './mailbox.ts'
import { spanishLine } from './spanish-line.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** "110 Lockwood Street, Suite 4"; null for a mailbox, an apartment or an empty address. */
export function streetInWords(address: Address): string | null {
  return readCached(address).street()
}

/** "Elm Hospital" in `ELM HOSPITAL 3500 ELM RD`; null if the address names no institution. */
export function institutionName(address: Address): string | null {
  return readCached(address).institution
}

/** The name of a place without an organization: the institution in its address, else the street, else the town. */
export function addressName(address: Address): string | null {
  return institutionName(address) ?? streetInWords(address) ?? townName(address)
}

/** "Hartford, Connecticut": the name of a home or a mailbox, because texts must not show its street. */
export function townName(address: Address): string | null {
  const city = cityOf(address)
  return city === null ? null : cityInWords(city)
}

/** Whether texts name only the town of a place, because its address is registered but may not be a practice address. */
export function isNamedByTown({
  name,
  address,
}: {
  readonly name: string | null
  readonly address: Address
}): boolean {
  return name === null ? streetInWords(address) === null : name === townName(address)
}

function mayBeVisited(address: Address): boolean {
  return !isMilitary(address) && !isApartment(address) && !isMailAddress(address)
}

/**
 * Whether the address is a mailbox. Outside the states only a post-office box counts, because other numbers have other meanings
 * there.
 */
export function isMailAddress(address: Address): boolean {
  return isInState(address) ? isMailbox(address) : isPostBox(address.line_1 ?? '')
}

function isInState(address: Address): boolean {
  const region = regionOf(address)
  return region !== null && !isTerritory(region)
}

interface AddressReading {
  /** Computed on first use, because texts of homes and of named places need only the institution. */
  readonly street: () => string | null
  readonly institution: string | null
}

const emptyReading: AddressReading = { street: () => null, institution: null }

/** Adds a cache of the last result, because several sentences and consecutive cards use the same address. */
function cacheLast<Result>(compute: (address: Address) => Result): (address: Address) => Result {
  let last: { readonly address: Address; readonly result: Result } | null = null
  return (address) => {
    if (last === null || !areSameAddress(last.address, address)) last = { address, result: compute(address) }
    return last.result
  }
}

const readCached = cacheLast((address) => (mayBeVisited(address) ? readAddress(address) : emptyReading))

/** Splits the lines of an address in the states; elsewhere, the whole first line is the street. */
function readAddress(registered: Address): AddressReading {
  const address = withDomesticState(registered)
  const lines = [cleanLine(address.line_1, address), cleanLine(address.line_2, address)]
  if (!isInState(address)) return readWholeLine(lines[0] ?? null, address)
  const [first, second] = lines.map((line) => (line === null ? null : splitAddressLine(line)))
  const splitStreet =
    first?.street == null || (!/^\d/.test(lines[0]!) && /^\d/.test(second?.street ?? '')) ? second : first
  const street = splitStreet?.street ?? null
  const institution = first?.institution ?? second?.institution ?? null
  return {
    street: lazy(() =>
      street === null
        ? null
        : titleCasePlace(street) +
          unitPhrase(splitStreet!.rest, splitStreet === second ? lines[0]! : lines[1]!),
    ),
    institution: institution === null ? null : titleCasePlace(institution),
  }
}

function lazy(work: () => string | null): () => string | null {
  let text: string | null | undefined
  return () => (text === undefined ? (text = work()) : text)
}

/**
 * The line as the street. In the territories, a line with neither a number nor a road type is the name of a place, not a street.
 */
function readWholeLine(line: string | null, address: Address): AddressReading {
  const { institution } = splitAddressLine(line ?? '')
  if (
    line === null ||
    (isUnitedStates(address) &&
      !/\d|\b(?:C\/|CALLE|AVE?|AVENUE|AVENIDA|CARR|ST|STREET|RD|ROAD|BLVD)\b/i.test(line))
  )
    return { ...emptyReading, institution: institution === null ? null : titleCasePlace(institution) }
  if (!/\p{L}/u.test(line)) return emptyReading
  const street = regionOf(address)?.code === 'US-PR' ? spanishLine(line) : titleCaseParts(line)
  return { street: lazy(() => street + unitPhrase('', address.line_2)), institution: null }
}

/** Keeps the commas of the line: `50 ESTATE THOMAS, MEDICAL BLDG, STE 101` → "50 Estate Thomas, Medical Building, Suite 101". */
function titleCaseParts(line: string): string {
  const parts = line.split(/(?<=\d[^,]*),\s*(?=\p{L})/u).map((part) => titleCasePlace(part.trim()))
  return parts.filter(Boolean).join(', ')
}

/**
 * Whether it is an address of the armed forces abroad, whatever its country cell says. Posts in the states are sometimes registered
 * with the state AA, AE or AP, but with the ZIP code of a state.
 */
function isMilitary(address: Address): boolean {
  if (!isMilitaryPost(address)) return false
  const zip = zipOf(address)
  return zip === null || isMilitaryZip(zip)
}

/** Gives a military address with the ZIP code of a state that state, and removes the name of a post from its city cell. */
function withDomesticState(address: Address): Address {
  if (!isMilitaryPost(address) || isMilitary(address)) return address
  const [region, ...others] = regionsOfZip3(zipOf(address)!.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice(3)
  const isPost = isMilitaryPost({ ...address, state: null })
  return { ...address, state, city: isPost ? null : address.city }
}

function zipOf(address: Address): string | null {
  return isUnitedStates(address) ? (/^\d{5}/.exec(address.postal_code ?? '')?.[0] ?? null) : null
}

/**
 * Removes a post-office box, a telephone number, and a repeated city, state and ZIP code from a line; null if no street remains.
 */
function cleanLine(registered: string | null, address: Address): string | null {
  if (registered === null || isPostBox(registered)) return null
  const line = removeRepetition(registered.replace(trailingBox, ''))
  if (line === null || !/\d{4}|,|USA$/i.test(line)) return line
  return removeCity(line.replace(telephone, ''), address) || line
}

/** `5 HOPE ST 5 HOPE ST` → `5 HOPE ST` */
function removeRepetition(line: string | null): string | null {
  const half = line?.slice(0, (line.length - 1) / 2) ?? ''
  return half !== '' && line === `${half} ${half}` ? half : line
}

/** A post-office box after a street is not part of the street. */
const trailingBox = /[\s,/]+(?:P\.? ?O\.? ?BOX\b|POST OFFICE BOX\b|POB\.? ?#? ?\d).*$/i
const telephone = /[\s,]+\(?\d{3}\)?[\s.-]?\d{3}[\s.-]\d{4}$/

/**
 * Tests for a ZIP code or a comma first, because compiling a regular expression per address costs more than the rest of its card.
 */
function removeCity(line: string, { city, state, postal_code }: Address): string {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0] ?? 'no ZIP code'
  if (!line.includes(zip) && !/,|USA$/i.test(line)) return line
  const [town, region] = [escapeRegExp(city ?? 'no city'), escapeRegExp(state ?? 'no state')]
  return line
    .replace(new RegExp(`(?:[\\s,]+${town})?[\\s,]+${region}[\\s,]+${zip}(?:-?\\d{4})?(?!\\S)`, 'i'), '')
    .replace(
      new RegExp(`[\\s,]+(?:# ?)?${zip}$|,\\s*${town}[\\s,]+${region}$|[\\s,]+${region}[\\s,]+USA$`, 'i'),
      '',
    )
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A city with its state, territory or country. */
export interface City {
  readonly name: string
  readonly region: string | null
}

const militaryPost: City = { name: 'a US military post overseas', region: null }

/** "Hartford" in "Connecticut", "Toronto" in "Canada"; null if the address does not state it. */
export const cityOf = cacheLast((registered): City | null => {
  if (isMilitary(registered)) return militaryPost
  const address = withDomesticState(registered)
  const region = regionName(address)
  const city = parseTown(address)
  if (city !== null) return { name: townSpellings.get(`${city} ${address.state}`) ?? cityName(city), region }
  return region === null ? null : { name: region, region: null }
})

/** Town as registered, with its state → usual spelling, where no rule derives it. Each is unique in its state. */
const townSpellings: ReadonlyMap<string, string> = new Map([
  ['PHILA PA', 'Philadelphia'],
  ['O FALLON MO', "O'Fallon"],
  ['O FALLON IL', "O'Fallon"],
])

/** A cache, because each city occurs in thousands of sentences. */
const cityName = memoize(titleCasePlace)

/** The city cell without other parts of an address: `02999, ALDERTON, RI`, `CAMP ALDER PSC BOX 101`. */
function parseTown({ city, state }: Address): string | null {
  if (city === null) return null
  const parts = !/[,\d]|PSC|BOX|CMR/i.test(city)
    ? [city.trim()]
    : city.split(',').map((part) =>
        part
          .replace(/\b(?:PSC|P\.? ?O\.? ?BOX|BOX|CMR)\b.*$/i, '')
          .replace(/\b\d{5}(?:-?\d{4})?\b/g, '')
          .trim(),
      )
  return parts.find((part) => /\p{L}/u.test(part) && part !== state) ?? null
}

/** "in Hartford, Connecticut", "at a US military post overseas". */
export function inCity(city: City): string {
  return `${city === militaryPost ? 'at' : 'in'} ${cityInWords(city)}`
}

/** "121 West Elm Street, Suite 301, in Hartford, Connecticut"; either may be null. */
export function spotInCity(spot: string | null, city: City | null): string | null {
  if (spot === null || city === null) return spot ?? (city && inCity(city))
  const needsComma = city === militaryPost || (spot.includes(',') && !spot.endsWith(')'))
  return `${spot}${needsComma ? ',' : ''} ${inCity(city)}`
}

/** "Hartford, Connecticut" */
export function cityInWords({ name, region }: City): string {
  return region === null ? name : `${name}, ${region}`
}

/** The state, the territory or the country; null for a US address that states none. */
function regionName(address: Address): string | null {
  const region = regionOf(address)
  if (region !== null) return region.code === 'US-DC' ? 'DC' : region.name
  return address.country === 'US' ? null : (countryNames.of(address.country) ?? null)
}
