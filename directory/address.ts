/** Normalizes addresses, so that all spellings of a place have the same key. */
import type { Address } from '@careatlas/contract/cards'
import { type AddressLine, readAddressLine, wordsOf } from './address-line.ts'
import { isRemark, startsWithHouseNumber, removeInstitution } from './address-remark.ts'
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
  const shouldRemoveNames = hasUniqueStreetNames(address)
  return {
    ...combineLines(
      parseLine(address.line_1, address, shouldRemoveNames),
      parseLine(address.line_2, address, shouldRemoveNames),
      shouldRemoveNames,
    ),
    city: standardizeCity(address.city ?? ''),
    state: regionOf(address)?.code.slice(3) ?? wordsOf(address.state ?? '').join(' '),
    zip5:
      (domestic && /^\d{5}/.exec(address.postal_code ?? '')?.[0]) ||
      wordsOf(address.postal_code ?? '').join(' '),
  }
}

/**
 * Equal for all spellings of a place: line, unit, city, state and ZIP joined by `|`, with the country if it is abroad. The city is
 * left out if house number, named street and ZIP code identify the place, because a ZIP code may have several city names: 17
 * addresses in a registry week and 2,000 rows of New England have two cities, and each is one building. Grid addresses (`123 S 400 W`)
 * need the city, because each city has its own grid.
 */
export function addressKey(address: Address): string {
  const { line, unit, city, state, zip5 } = normalizeAddress(address)
  const hasNamedStreet =
    startsWithHouseNumber(line.split(' ')) && / (?:[A-Z]{3}|(?:ST|RD|DR|LN|CT|PL)\b)/.test(line)
  const isUniqueInZip = hasNamedStreet && hasUniqueStreetNames(address) && /^\d{5}$/.test(zip5)
  const key = `${line}|${unit}|${isUniqueInZip ? '' : city}|${state}|${zip5}`
  return isUnitedStates(address) ? key : `${key}|${address.country}`
}

/** The address key without the unit, which all units of a building share. */
export function toBuildingKey(key: string): string {
  const unit = key.indexOf('|')
  return key.slice(0, unit) + key.slice(key.indexOf('|', unit + 1))
}

/** Whether an address key has no unit. */
export function isWithoutUnit(key: string): boolean {
  return key[key.indexOf('|') + 1] === '|'
}

/** The unit of an address key, such as `# 4`; empty if there is none. */
export function unitOf(key: string): string {
  const [, unit = ''] = key.split('|', 2)
  return unit
}

/** Whether a city has no two streets of the same name: true in the states; in the territories, neighborhoods distinguish such streets. */
function hasUniqueStreetNames(address: Address): boolean {
  const region = regionOf(address)
  return region !== null && !isTerritory(region)
}

/** With `shouldRemoveNames`, names of occupants are removed, unless a unit belongs to them: `SHAPIRO CLINIC, 7TH FLOOR`. */
function combineLines(
  line1: AddressLine,
  line2: AddressLine,
  shouldRemoveNames: boolean,
): { line: string; unit: string } {
  const units = new Set([...line1.units, ...line2.units])
  const [street, other] = isStreetInLine1(line1.street, line2.street) ? [line1, line2] : [line2, line1]
  const boxes = [line1.box, line2.box].filter((box) => box !== null)
  const fullLine = street.street === '' ? (boxes.shift() ?? '') : street.street
  const line = shouldRemoveNames ? removeInstitution(fullLine.split(' ')).join(' ') : fullLine
  units.delete(`BLDG ${line.split(' ', 1)[0]}`)
  if (shouldRemoveNames) for (const unit of units) if (mailNumber.test(unit)) units.delete(unit)
  const institution = units.size === 0 ? '' : fullLine.slice(line.length + 1)
  const canHaveRemark =
    shouldRemoveNames && other.units.length === 0 && startsWithHouseNumber(line.split(' '))
  const text = canHaveRemark ? removeRemark(other.street) : other.street
  if (/^(?:\S*\d\S*|[A-Z])$/.test(text)) units.add(`# ${text}`)
  const texts = [
    institution,
    ...(text === fullLine || units.has(`# ${text}`) ? [] : [text]),
    ...new Set(boxes),
  ]
  return { line, unit: [...texts, ...[...units].toSorted()].filter((words) => words !== '').join(' ') }
}

/** Numbers of mail rooms; no building has so many suites. */
const mailNumber = /^# \d{6,}$/

/** Removes the town before and after the units are parsed, because a suite may follow it. */
function parseLine(text: string | null, address: Address, shouldRemoveNames: boolean): AddressLine {
  if (!shouldRemoveNames || text === null) return readAddressLine(text, shouldRemoveNames)
  const line = readAddressLine(removeTown(text, address), shouldRemoveNames)
  return { ...line, street: removeTown(line.street, address) }
}

/**
 * Removes a repeated town at the end: `100 MAIN ST CT 06106` in that state and ZIP code, `STE 4 HARTFORD` in that city. A city
 * without a state is removed only after a unit, because elsewhere it may be part of the street.
 */
function removeTown(text: string, { city, state, postal_code }: Address): string {
  const zip = postal_code?.slice(0, 5) ?? ''
  if (![zip, city ?? ''].some((part) => part !== '' && text.includes(part))) return text
  const words = wordsOf(text)
  const withoutZip = removeEnd(words, [...wordsOf(state ?? ''), zip])
  const street = removeEnd(withoutZip, wordsOf(city ?? ''))
  const isSure = withoutZip.length < words.length || unitDesignatorOf.has(street.at(-2) ?? '')
  const rest = isSure ? street : withoutZip
  return rest.length < words.length ? rest.join(' ') : text
}

/** Removes `end` if the words end with it; compares ZIP codes by their first five digits. */
function removeEnd(words: readonly string[], end: readonly string[]): readonly string[] {
  const from = words.length - end.length
  const isMatch =
    from > 0 && end.every((word, index) => words[from + index]!.replace(/^(\d{5})-\d{4}$/, '$1') === word)
  return isMatch ? words.slice(0, from) : words
}

function removeRemark(text: string): string {
  return isRemark(text.split(' ')) ? '' : text
}

/** Line 2 has the street if line 1 is empty, or if line 1 names a building and line 2 starts with a house number. */
function isStreetInLine1(line1: string, line2: string): boolean {
  if (line1 === '') return false
  return /^\d/.test(line1) || !/^\d\S* ./.test(line2)
}

function standardizeCity(city: string): string {
  const words = wordsOf(city)
  const [first = ''] = words
  words[0] = directionalWord.get(first) ?? first
  return words.map((word) => cityAbbreviation.get(word) ?? word).join(' ')
}

const cityAbbreviation = new Map(Object.entries({ SAINT: 'ST', SAINTE: 'STE', FORT: 'FT', MOUNT: 'MT' }))
