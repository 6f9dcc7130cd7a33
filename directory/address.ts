/** Addresses in one spelling, so that one place has one key however its occupants wrote it. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressLine, readAddressLine, wordsOf } from './address-line.ts'
import { isRemark, startsWithHouse, withoutInstitution } from './address-remark.ts'
import { isTerritory, isUnitedStates, regionOf } from './region.ts'
import { directionalWord, unitDesignatorOf } from './street-words.ts'

/** Upper case, no punctuation, USPS abbreviations; an empty string where the address says nothing. */
export interface NormalizedAddress {
  /** House number and street, or the post office box, or the name of a building. */
  readonly line: string
  /** `# 4309` for suites, apartments and units alike; `FL 2`; `# 210 BLDG C`; a building beside a street that has several. */
  readonly unit: string
  readonly city: string
  /** Two letters in the United States, else as written. */
  readonly state: string
  /** Five digits in the United States, of the street where a hospital has its own; else the postal code as written. */
  readonly zip5: string
}

/** The address in one spelling; normalizing twice changes nothing. */
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
 * Equal for two spellings of one place: line, unit, city, state and ZIP joined by `|`, and the country abroad. The city
 * stays blank where house, named street and ZIP code say it, for a ZIP code goes by many cities: of 17 houses that a
 * registry week and 2,000 rows of New England put into two, all are one house. A grid (`123 S 400 W`) starts anew in each city.
 */
export function addressKey(address: Address): string {
  const { line, unit, city, state, zip5 } = normalizeAddress(address)
  const named = startsWithHouse(line.split(' ')) && / (?:[A-Z]{3}|(?:ST|RD|DR|LN|CT|PL)\b)/.test(line)
  const known = named && namesHousesByStreet(address) && /^\d{5}$/.test(zip5)
  const key = `${line}|${unit}|${known ? '' : city}|${state}|${zip5}`
  return isUnitedStates(address) ? key : `${key}|${address.country}`
}

/** The key without its unit: all doors of one house share it. `key` as `addressKey` makes it. */
export function houseKey(key: string): string {
  const unit = key.indexOf('|')
  return key.slice(0, unit) + key.slice(key.indexOf('|', unit + 1))
}

/** Whether `key`, as `addressKey` makes it, names a house and no door of it. */
export function isWithoutUnit(key: string): boolean {
  return key[key.indexOf('|') + 1] === '|'
}

/** The unit in a key from `addressKey`: `# 4`; empty without one. */
export function unitOf(key: string): string {
  const [, unit = ''] = key.split('|', 2)
  return unit
}

/** In the states; in the territories a neighborhood that reads like a building tells two streets of one name apart. */
function namesHousesByStreet(address: Address): boolean {
  const region = regionOf(address)
  return region !== null && !isTerritory(region)
}

/** With `bare`, who is there is left out, unless a unit may be counted within it: `SHAPIRO CLINIC, 7TH FLOOR`. */
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

/** Mail rooms use such numbers; no building has so many suites. */
const mailNumber = /^# \d{6,}$/

/** The town may stand before the suite, too. */
function lineOf(text: string | null, address: Address, bare: boolean): AddressLine {
  if (!bare || text === null) return readAddressLine(text, bare)
  const line = readAddressLine(withoutTown(text, address), bare)
  return { ...line, street: withoutTown(line.street, address) }
}

/**
 * Without the town that some repeat at the end: `100 MAIN ST CT 06106` in that state and ZIP code, `STE 4 HARTFORD` in that
 * city. A city alone only after a unit, for elsewhere it may be the street.
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

/** A ZIP code counts by its first five digits. */
function withoutEnd(words: readonly string[], end: readonly string[]): readonly string[] {
  const from = words.length - end.length
  const isThere =
    from > 0 && end.every((word, at) => words[from + at]!.replace(/^(\d{5})-\d{4}$/, '$1') === word)
  return isThere ? words.slice(0, from) : words
}

function withoutRemark(text: string): string {
  return isRemark(text.split(' ')) ? '' : text
}

/** Line 2 holds the street when line 1 is blank, or names a building and line 2 starts with a house number. */
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
