/** Whether two spellings are of one house. They share the house number and the state. */
import { isRemark } from '@careatlas/directory/address-remark'
import { directionalOf, suffixOf } from '@careatlas/directory/street-words'
import { isWholeStreet, type StreetParts } from '@careatlas/directory/street-parts'
import { zipPoint } from '@careatlas/directory/zip'
import { isNearSpelling } from './near-spelling.ts'
import type { HouseSpelling } from './house-spelling.ts'
import { areApart } from './town.ts'

/** What says so, from the surest on; null where nothing does. */
export function sameHouse(one: HouseSpelling, other: HouseSpelling): string | null {
  if (areContrary(one.parts, other.parts)) return null
  return one.zip5 === other.zip5 ? inOneZip(one, other) : inTwoZips(one, other)
}

/** Whether joining the two would join what nobody joins: north and south, or a street and a drive of one name. */
export function forbidsJoin(one: HouseSpelling, other: HouseSpelling): boolean {
  return (
    areContrary(one.parts, other.parts) ||
    (areOtherStreets(one.parts, other.parts) && !haveEvidence(one, other))
  )
}

function inOneZip(one: HouseSpelling, other: HouseSpelling): string | null {
  const [a, b] = [one.parts, other.parts]
  if (a.core.join(' ') === b.core.join(' ')) return 'words before the number'
  if (extraWords(a, b) !== null) return 'words after the street'
  const kind = streetLikeness(a, b)
  if (kind === 'suffix left out') return kind
  if (!haveEvidence(one, other)) return null
  if (kind !== null) return kind
  return share(one.plus4s, other.plus4s) ? 'ZIP+4' : null
}

/** A hospital often has a ZIP code of its own; a ZIP code may be mistyped, too. */
function inTwoZips(one: HouseSpelling, other: HouseSpelling): string | null {
  const [a, b] = [one.parts, other.parts]
  const alike = a.core.join(' ') === b.core.join(' ') || extraWords(a, b) !== null
  const kind = alike ? 'alike' : streetLikeness(a, b)
  if (kind === null) return null
  const inOneCity = [...one.cities].some((city) => city !== '' && other.cities.has(city))
  const apart = [...one.cities].every((city) =>
    [...other.cities].every((town) => areApart({ zip5: one.zip5, city }, { zip5: other.zip5, city: town })),
  )
  if (share(one.phones, other.phones) || share(one.names, other.names)) {
    if (inOneCity || !apart) return alike || isTelling(a.number) ? `other ZIP, ${kind}, phone or name` : null
    return null
  }
  if (!alike || !inOneCity) return null
  if (isOfAFirm(one.zip5) || isOfAFirm(other.zip5)) return 'ZIP of a firm'
  return !apart && shareExchange(one, other) ? 'other ZIP, exchange' : null
}

/** What the longer has after the street of the shorter; null where that is another street. */
export function extraWords(one: StreetParts, other: StreetParts): readonly string[] | null {
  const [short, long] = one.core.length < other.core.length ? [one, other] : [other, one]
  if (short.core.length === long.core.length || !isWholeStreet(short)) return null
  if (short.core.some((word, at) => word !== long.core[at])) return null
  const extra = long.core.slice(short.core.length)
  return directionalOf.has(extra[0]!) || extra.some((word) => suffixOf.has(word) && word !== 'CTR') ? null : extra
}

/** Whether words beside a street tell no two of its doors apart. */
export function areRemark(words: readonly string[]): boolean {
  return words.length === 0 || isRemark(words)
}

type Likeness = 'suffix left out' | 'suffix' | 'letters' | 'words left out' | 'initials'

function streetLikeness(one: StreetParts, other: StreetParts): Likeness | null {
  if (one.name === other.name) {
    if (one.direction !== other.direction) return 'suffix'
    return one.suffix === '' || other.suffix === '' ? 'suffix left out' : 'suffix'
  }
  const [a, b] = [one, other].map(({ name, suffix }) => `${name} ${suffix}`.trim()) as [string, string]
  if (isNearSpelling(one.name, other.name) || isNearSpelling(a, b)) return 'letters'
  if (isInitialsOf(one, other) || isInitialsOf(other, one)) return 'initials'
  return isWithin(one.name, other.name) || isWithin(other.name, one.name) ? 'words left out' : null
}

/** `TVC` of `THE VANDERBILT CLINIC`. */
function isInitialsOf({ name }: StreetParts, { core }: StreetParts): boolean {
  const initials = core.slice(1).map((word) => word[0]).join('')
  return name.length > 2 && name === initials
}

/** `PROVIDENCE` in `BOSTON PROVIDENCE`. */
function isWithin(short: string, long: string): boolean {
  return short.length > 2 && ` ${long} `.includes(` ${short} `)
}

/** North and South, in one place of the name or the other. */
function areContrary({ direction: one }: StreetParts, { direction: other }: StreetParts): boolean {
  return one !== '' && other !== '' && one !== other
}

/** St and Dr of one name. */
function areOtherStreets(one: StreetParts, other: StreetParts): boolean {
  return one.suffix !== other.suffix && one.suffix !== '' && other.suffix !== ''
}

function haveEvidence(one: HouseSpelling, other: HouseSpelling): boolean {
  return share(one.phones, other.phones) || share(one.plus4s, other.plus4s) || share(one.names, other.names)
}

/** Area code and exchange: a hospital has whole ones. */
function shareExchange(one: HouseSpelling, other: HouseSpelling): boolean {
  const exchanges = new Set(Array.from(one.phones, exchange))
  return [...other.phones].some((phone) => exchanges.has(exchange(phone)))
}

function exchange(phone: string): string {
  return phone.slice(0, -4)
}

/** A ZIP code without an area: of one firm, or of boxes. */
function isOfAFirm(zip5: string): boolean {
  return zipPoint(zip5)?.precision === 'zip3_centroid'
}

/** Every street has a number 1, 20 and 100. */
function isTelling(number: string): boolean {
  return /^\d{3}/.test(number) && !/^\d00$/.test(number)
}

function share(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return !some.isDisjointFrom(others)
}
