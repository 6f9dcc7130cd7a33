/** Writes an address as it is read aloud: the street, and the city with its state or country. */
import type { Address } from '@careatlas/contract/cards'
import { memo } from '@careatlas/directory/memo'
import { isMilitaryZip, isMilitaryPost } from '@careatlas/directory/military-mail'
import { isTerritory, isUnitedStates, regionOf, regionsOfZip3 } from '@careatlas/directory/region'
import { titleCasePlace } from '@careatlas/directory/title-case'
import { isFlat } from '../../facts/flat-address.ts'
import { areSameAddress } from '../../facts/same-address.ts'
import { addressParts } from './address-line/address-parts.ts'
import { unitsIn } from './address-line/unit-phrase.ts'
import { isMailbox, isPostBox } from './mailbox.ts'
import { spanishLine } from './spanish-line.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** "110 Lockwood Street, Suite 4"; null for a mailbox, an apartment or an empty address. */
export function streetInWords(address: Address): string | null {
  return reading(address).street()
}

/** "Elm Hospital" of `ELM HOSPITAL 3500 ELM RD`; null if the address names no institution. */
export function institutionName(address: Address): string | null {
  return reading(address).institution
}

/** The name of a place without an organization: the institution in its address, else the street, else the town. */
export function addressName(address: Address): string | null {
  return institutionName(address) ?? streetInWords(address) ?? townName(address)
}

/** "Hartford, Connecticut": the name of a home or a mailbox, whose street texts must not show. */
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
  return !isMilitary(address) && !isFlat(address) && !isMailAddress(address)
}

/** Whether the address is a post-office box or a private mailbox; numbers in the territories and abroad have other meanings. */
export function isMailAddress(address: Address): boolean {
  return isInState(address) ? isMailbox(address) : isPostBox(address.line_1 ?? '')
}

function isInState(address: Address): boolean {
  const region = regionOf(address)
  return region !== null && !isTerritory(region)
}

interface Reading {
  /** Computed on first use; texts of homes and of named places need only the institution. */
  readonly street: () => string | null
  readonly institution: string | null
}

const nothing: Reading = { street: () => null, institution: null }

/** The function with a cache of its last result, because several sentences and consecutive cards use the same address. */
function cached<Result>(compute: (address: Address) => Result): (address: Address) => Result {
  let last: { readonly address: Address; readonly result: Result } | null = null
  return (address) => {
    if (last === null || !areSameAddress(last.address, address)) last = { address, result: compute(address) }
    return last.result
  }
}

const reading = cached((address) => (mayBeVisited(address) ? readAddress(address) : nothing))

/** Splits the lines of addresses in the states; elsewhere, the whole line is the street. */
function readAddress(registered: Address): Reading {
  const address = atHome(registered)
  const lines = [writtenLine(address.line_1, address), writtenLine(address.line_2, address)]
  if (!isInState(address)) return wholeLine(lines[0] ?? null, address)
  const [one, two] = lines.map((line) => (line === null ? null : addressParts(line)))
  const lead = one?.street == null || (!/^\d/.test(lines[0]!) && /^\d/.test(two?.street ?? '')) ? two : one
  const street = lead?.street ?? null
  const institution = one?.institution ?? two?.institution ?? null
  return {
    street: once(() =>
      street === null
        ? null
        : titleCasePlace(street) + unitsIn(lead!.rest, lead === two ? lines[0]! : lines[1]!),
    ),
    institution: institution === null ? null : titleCasePlace(institution),
  }
}

function once(work: () => string | null): () => string | null {
  let text: string | null | undefined
  return () => (text === undefined ? (text = work()) : text)
}

/** A line without a number and without a road type is the name of a place. */
function wholeLine(line: string | null, address: Address): Reading {
  const { institution } = addressParts(line ?? '')
  if (
    line === null ||
    (isUnitedStates(address) &&
      !/\d|\b(?:C\/|CALLE|AVE?|AVENUE|AVENIDA|CARR|ST|STREET|RD|ROAD|BLVD)\b/i.test(line))
  )
    return { ...nothing, institution: institution === null ? null : titleCasePlace(institution) }
  if (!/\p{L}/u.test(line)) return nothing
  const street = regionOf(address)?.code === 'US-PR' ? spanishLine(line) : byCommas(line)
  return { street: once(() => street + unitsIn('', address.line_2)), institution: null }
}

/** Keeps the commas of the line: `50 ESTATE THOMAS, MEDICAL BLDG, STE 101` → "50 Estate Thomas, Medical Building, Suite 101". */
function byCommas(line: string): string {
  const parts = line.split(/(?<=\d[^,]*),\s*(?=\p{L})/u).map((part) => titleCasePlace(part.trim()))
  return parts.filter(Boolean).join(', ')
}

/**
 * Whether it is an address of the armed forces abroad, with any country. Military posts in the states are sometimes registered
 * with the state AA, AE or AP; they have the ZIP code of a state.
 */
function isMilitary(address: Address): boolean {
  if (!isMilitaryPost(address)) return false
  const zip = zipOf(address)
  return zip === null || isMilitaryZip(zip)
}

/** An address that names the armed forces but has the ZIP code of a state gets that state, and loses the name of a post as its city. */
function atHome(address: Address): Address {
  if (!isMilitaryPost(address) || isMilitary(address)) return address
  const [region, ...others] = regionsOfZip3(zipOf(address)!.slice(0, 3))
  const state = region === undefined || others.length > 0 ? null : region.slice(3)
  const isPost = isMilitaryPost({ ...address, state: null })
  return { ...address, state, city: isPost ? null : address.city }
}

function zipOf(address: Address): string | null {
  return isUnitedStates(address) ? (/^\d{5}/.exec(address.postal_code ?? '')?.[0] ?? null) : null
}

/** A line without its post-office box, its telephone number, and a repeated city, state and ZIP code. */
function writtenLine(registered: string | null, address: Address): string | null {
  if (registered === null || isPostBox(registered)) return null
  const line = onceOnly(registered.replace(boxBeside, ''))
  if (line === null || !/\d{4}|,|USA$/i.test(line)) return line
  return withoutCity(line.replace(telephone, ''), address) || line
}

/** `5 HOPE ST 5 HOPE ST` → `5 HOPE ST` */
function onceOnly(line: string | null): string | null {
  const half = line?.slice(0, (line.length - 1) / 2) ?? ''
  return half !== '' && line === `${half} ${half}` ? half : line
}

/** A post-office box after a street is not part of the street. */
const boxBeside = /[\s,/]+(?:P\.? ?O\.? ?BOX\b|POST OFFICE BOX\b|POB\.? ?#? ?\d).*$/i
const telephone = /[\s,]+\(?\d{3}\)?[\s.-]?\d{3}[\s.-]\d{4}$/

/** Tests for a ZIP code or a comma first, because compiling an expression for each address costs more than the rest of its card. */
function withoutCity(line: string, { city, state, postal_code }: Address): string {
  const zip = /^\d{5}/.exec(postal_code ?? '')?.[0] ?? 'no ZIP code'
  if (!line.includes(zip) && !/,|USA$/i.test(line)) return line
  const [town, region] = [literal(city ?? 'no city'), literal(state ?? 'no state')]
  return line
    .replace(new RegExp(`(?:[\\s,]+${town})?[\\s,]+${region}[\\s,]+${zip}(?:-?\\d{4})?(?!\\S)`, 'i'), '')
    .replace(
      new RegExp(`[\\s,]+(?:# ?)?${zip}$|,\\s*${town}[\\s,]+${region}$|[\\s,]+${region}[\\s,]+USA$`, 'i'),
      '',
    )
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A city with its state, territory or country. */
export interface City {
  readonly name: string
  readonly region: string | null
}

const militaryPost: City = { name: 'a US military post overseas', region: null }

/** "Hartford" in "Connecticut", "Toronto" in "Canada"; null when the address does not say. */
export const cityOf = cached((registered): City | null => {
  if (isMilitary(registered)) return militaryPost
  const address = atHome(registered)
  const region = regionName(address)
  const city = townIn(address)
  if (city !== null) return { name: townOf.get(`${city} ${address.state}`) ?? cityName(city), region }
  return region === null ? null : { name: region, region: null }
})

/** Common spellings of town names that no spelling rule derives; each is unique in its state. */
const townOf: ReadonlyMap<string, string> = new Map([
  ['PHILA PA', 'Philadelphia'],
  ['O FALLON MO', "O'Fallon"],
  ['O FALLON IL', "O'Fallon"],
])

/** Each city occurs in thousands of sentences. */
const cityName = memo(titleCasePlace)

/** The city cell without other parts of an address: `02999, ALDERTON, RI`, `CAMP ALDER PSC BOX 101`. */
function townIn({ city, state }: Address): string | null {
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
  const open = city === militaryPost || (spot.includes(',') && !spot.endsWith(')'))
  return `${spot}${open ? ',' : ''} ${inCity(city)}`
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
