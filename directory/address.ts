/** Normalizes addresses, so that all spellings of a place have the same key. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressLine, readAddressLine, wordsOf } from './address-line.ts'
import { isRemark, startsWithHouse, withoutInstitution } from './address-remark.ts'
import { isTerritory, isUnitedStates, regionOf } from './region.ts'
import { directionalWord, unitDesignatorOf } from './street-words.ts'

/** Upper case, no punctuation, USPS abbreviations; an absent part is an empty string. */
export interface NormalizedAddress {
  /** House number and street, post office box, or name of a building. */
  readonly line: string
  /** `# 4309` for a suite, apartment or unit; `FL 2`; `# 210 BLDG C`; the building, if a street address has several. */
  readonly unit: string
  readonly city: string
  /** Two letters in the United States, otherwise as written. */
  readonly state: string
  /** Five digits in the United States (of the street if a hospital has its own), otherwise the postal code as written. */
  readonly zip5: string
}

/** Normalizes an address. The operation is idempotent. */
export function normalizeAddress(address: Address): NormalizedAddress {
  const domestic = isUnitedStates(address)
  const bare = namesHousesByStreet(address)
  return {
    ...lineAndUnit(lineOf(address.line_1, address, bare), lineOf(address.line_2, address, bare), bare),
    city: standardCity(address.city ?? ''),
    state: regionOf(address)?.code.slice(3) ?? wordsOf(address.state ?? '').join(' '),
    zip5:
      (domestic && /^\d{5}/.exec(address.postal_code ?? '')?.[0]) ||
      wordsOf(address.postal_code ?? '').join(' '),
  }
}

/**
 * Equal for all spellings of a place: line, unit, city, state and ZIP joined by `|`, with the country if it is abroad. The city is
 * left out if house number, named street and ZIP code identify the place, because a ZIP code may have several city names: of 17
 * houses with two cities in a registry week and 2,000 rows of New England, all are the same house. Grid addresses (`123 S 400 W`)
 * need the city, because each city has its own grid.
 */
export function addressKey(address: Address): string {
  const { line, unit, city, state, zip5 } = normalizeAddress(address)
  const named = startsWithHouse(line.split(' ')) && / (?:[A-Z]{3}|(?:ST|RD|DR|LN|CT|PL)\b)/.test(line)
  const known = named && namesHousesByStreet(address) && /^\d{5}$/.test(zip5)
  const key = `${line}|${unit}|${known ? '' : city}|${state}|${zip5}`
  return isUnitedStates(address) ? key : `${key}|${address.country}`
}

/** The part of an address key without the unit, which all units of a house share. */
export function houseKey(key: string): string {
  const unit = key.indexOf('|')
  return key.slice(0, unit) + key.slice(key.indexOf('|', unit + 1))
}

/** Whether an address key has a house and no unit. */
export function isWithoutUnit(key: string): boolean {
  return key[key.indexOf('|') + 1] === '|'
}

/** The unit of an address key, such as `# 4`; empty if there is none. */
export function unitOf(key: string): string {
  const [, unit = ''] = key.split('|', 2)
  return unit
}

/** True in the states. In the territories, neighborhoods distinguish streets of the same name. */
function namesHousesByStreet(address: Address): boolean {
  const region = regionOf(address)
  return region !== null && !isTerritory(region)
}

/** With `bare`, names of occupants are removed, unless a unit belongs to them: `SHAPIRO CLINIC, 7TH FLOOR`. */
function lineAndUnit(one: AddressLine, two: AddressLine, bare: boolean): { line: string; unit: string } {
  const units = new Set([...one.units, ...two.units])
  const [street, beside] = leadsWithStreet(one.street, two.street) ? [one, two] : [two, one]
  const boxes = [one.box, two.box].filter((box) => box !== null)
  const whole = street.street === '' ? (boxes.shift() ?? '') : street.street
  const line = bare ? withoutInstitution(whole.split(' ')).join(' ') : whole
  units.delete(`BLDG ${line.split(' ', 1)[0]}`)
  if (bare) for (const unit of units) if (mailNumber.test(unit)) units.delete(unit)
  const institution = units.size === 0 ? '' : whole.slice(line.length + 1)
  const free = bare && beside.units.length === 0 && startsWithHouse(line.split(' '))
  const text = free ? withoutRemark(beside.street) : beside.street
  if (/^(?:\S*\d\S*|[A-Z])$/.test(text)) units.add(`# ${text}`)
  const texts = [institution, ...(text === whole || units.has(`# ${text}`) ? [] : [text]), ...new Set(boxes)]
  return { line, unit: [...texts, ...[...units].toSorted()].filter((words) => words !== '').join(' ') }
}

/** Numbers of mail rooms; no building has so many suites. */
const mailNumber = /^# \d{6,}$/

/** The town may also be before the suite. */
function lineOf(text: string | null, address: Address, bare: boolean): AddressLine {
  if (!bare || text === null) return readAddressLine(text, bare)
  const line = readAddressLine(withoutTown(text, address), bare)
  return { ...line, street: withoutTown(line.street, address) }
}

/**
 * Removes a repeated town at the end: `100 MAIN ST CT 06106` in that state and ZIP code, `STE 4 HARTFORD` in that city. A city
 * without a state is removed only after a unit, because elsewhere it may be part of the street.
 */
function withoutTown(text: string, { city, state, postal_code }: Address): string {
  const zip = postal_code?.slice(0, 5) ?? ''
  if (![zip, city ?? ''].some((part) => part !== '' && text.includes(part))) return text
  const words = wordsOf(text)
  const withoutZip = withoutEnd(words, [...wordsOf(state ?? ''), zip])
  const street = withoutEnd(withoutZip, wordsOf(city ?? ''))
  const isSure = withoutZip.length < words.length || unitDesignatorOf.has(street.at(-2) ?? '')
  const rest = isSure ? street : withoutZip
  return rest.length < words.length ? rest.join(' ') : text
}

/** Compares ZIP codes by their first five digits. */
function withoutEnd(words: readonly string[], end: readonly string[]): readonly string[] {
  const from = words.length - end.length
  const isThere =
    from > 0 && end.every((word, at) => words[from + at]!.replace(/^(\d{5})-\d{4}$/, '$1') === word)
  return isThere ? words.slice(0, from) : words
}

function withoutRemark(text: string): string {
  return isRemark(text.split(' ')) ? '' : text
}

/** Line 2 has the street if line 1 is empty, or if line 1 names a building and line 2 starts with a house number. */
function leadsWithStreet(one: string, two: string): boolean {
  if (one === '') return false
  return /^\d/.test(one) || !/^\d\S* ./.test(two)
}

function standardCity(city: string): string {
  const words = wordsOf(city)
  const [first = ''] = words
  words[0] = directionalWord.get(first) ?? first
  return words.map((word) => cityAbbreviation.get(word) ?? word).join(' ')
}

const cityAbbreviation = new Map(Object.entries({ SAINT: 'ST', SAINTE: 'STE', FORT: 'FT', MOUNT: 'MT' }))
