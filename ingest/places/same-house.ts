/** Decides whether two spellings with the same house number and state are one house. */
import { isInstitution, isRemark } from '@careatlas/directory/address-remark'
import { directionalOf, suffixOf } from '@careatlas/directory/street-words'
import { isWholeStreet, type StreetParts } from '@careatlas/directory/street-parts'
import { zipPoint } from '@careatlas/directory/zip'
import type { HouseSpelling } from './house-spelling.ts'
import { areApart } from './town.ts'

/** The reason why two spellings are one house; null if there is none. `all` are the spellings of their group. */
export function sameHouse(
  one: HouseSpelling,
  other: HouseSpelling,
  all: readonly HouseSpelling[],
): string | null {
  if (areContrary(one.parts, other.parts)) return null
  return one.zip5 === other.zip5 ? inOneZip(one, other, all) : inTwoZips(one, other)
}

/** Whether the two must never share a house: north and south, or a street and a drive of one name without further evidence. */
export function forbidsJoin(one: HouseSpelling, other: HouseSpelling): boolean {
  return (
    areContrary(one.parts, other.parts) ||
    (areOtherStreets(one.parts, other.parts) && !haveEvidence(one, other))
  )
}

function inOneZip(one: HouseSpelling, other: HouseSpelling, all: readonly HouseSpelling[]): string | null {
  const [a, b] = [one.parts, other.parts]
  if (a.core.join(' ') === b.core.join(' ')) return 'words before the number'
  if (extraWords(a, b) !== null) return 'words after the street'
  const kind = streetLikeness(a, b)
  if (
    kind === 'suffix left out' &&
    !all.some(({ parts }) => areOtherStreets(parts, a) || areOtherStreets(parts, b))
  )
    return kind
  if (haveEvidence(one, other)) {
    if (kind !== null) return kind
    if (lastLetter(a) !== lastLetter(b)) return null
    if (share(one.plus4s, other.plus4s)) return 'ZIP+4'
    return isOneUnknown(one, other) && share(one.ownPhones, other.ownPhones) ? 'another street name' : null
  }
  if (kind === 'suffix' && isOfAFirm(one.zip5)) return 'ZIP of a firm, suffix'
  return kind === 'letters' && isOneUnknown(one, other) && isMistyped(a, b) ? 'mistyped' : null
}

/** Whether the Postal Service knows only one of the two; not for `9 MAIN ST` or `100 MAIN ST`, which every town has. */
function isOneUnknown(one: HouseSpelling, other: HouseSpelling): boolean {
  return one.isUnconfirmed !== other.isUnconfirmed && isDistinctive(one.parts.number)
}

/** One of six or more letters differs, and everything else is equal. */
function isMistyped(one: StreetParts, other: StreetParts): boolean {
  return (
    one.suffix === other.suffix &&
    one.direction === other.direction &&
    Math.min(one.name.length, other.name.length) > 5 &&
    isNearSpelling(one.name, other.name, 1)
  )
}

/** A hospital often has its own ZIP code, and a ZIP code may be mistyped. */
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
    if (inOneCity || !apart)
      return alike || isDistinctive(a.number) ? `other ZIP, ${kind}, phone or name` : null
    return alike && isDistinctive(a.number || a.name) && share(one.ownPhones, other.ownPhones)
      ? 'other town, phone'
      : null
  }
  if (!alike || !inOneCity) return null
  if (isOfAFirm(one.zip5) || isOfAFirm(other.zip5)) return 'ZIP of a firm'
  return !apart && shareExchange(one, other) ? 'other ZIP, exchange' : null
}

/** The words of the longer spelling after the street of the shorter one; null if it is another street. */
export function extraWords(one: StreetParts, other: StreetParts): readonly string[] | null {
  const [short, long] = one.core.length < other.core.length ? [one, other] : [other, one]
  if (short.core.length === long.core.length || !isWholeStreet(short)) return null
  if (short.core.some((word, at) => word !== long.core[at])) return null
  const extra = long.core.slice(short.core.length)
  return directionalOf.has(extra[0]!) || extra.some((word) => suffixOf.has(word) && word !== 'CTR')
    ? null
    : extra
}

/** Whether words beside a street are a remark that does not distinguish units. */
export function areRemark(words: readonly string[]): boolean {
  return words.length === 0 || isRemark(words) || (isInstitution(words) && isRemark([...words, 'CLINIC']))
}

type Likeness = 'suffix left out' | 'suffix' | 'letters' | 'words left out' | 'initials'

function streetLikeness(one: StreetParts, other: StreetParts): Likeness | null {
  if (lastLetter(one) !== lastLetter(other)) return null
  if (one.name === other.name) {
    if (one.direction !== other.direction) return 'suffix'
    return one.suffix === '' || other.suffix === '' ? 'suffix left out' : 'suffix'
  }
  const [a, b] = [one, other].map(({ name, suffix }) => `${name} ${suffix}`.trim()) as [string, string]
  if (isNearSpelling(one.name, other.name) || isNearSpelling(a, b)) return 'letters'
  if (isInitialsOf(one, other) || isInitialsOf(other, one)) return 'initials'
  return isWithin(one.name, other.name) || isWithin(other.name, one.name) ? 'words left out' : null
}

/** `A` of `152 PIONEER LN A`, `II` of `MEDICAL PLZ II`: usually a part of the building; empty if there is none. */
function lastLetter({ core }: StreetParts): string {
  const last = core.at(-1)!
  return /^(?:[A-Z]|[IVX]+)$/.test(last) && !directionalOf.has(last) ? last : ''
}

/** `TVC` is `THE VANDERBILT CLINIC`. */
function isInitialsOf({ name }: StreetParts, { core }: StreetParts): boolean {
  const initials = core
    .slice(1)
    .map((word) => word[0])
    .join('')
  return name.length > 2 && name === initials
}

/** `PROVIDENCE` in `BOSTON PROVIDENCE`. */
function isWithin(short: string, long: string): boolean {
  return short.length > 2 && ` ${long} `.includes(` ${short} `)
}

/** North and South, or East and West, before or after the name; `SW` and `S` do not contradict each other. */
function areContrary({ direction: one }: StreetParts, { direction: other }: StreetParts): boolean {
  if (one === other) return false
  return opposites.some(
    ([a, b]) =>
      (one.includes(a) && !one.includes(b) && other.includes(b) && !other.includes(a)) ||
      (one.includes(b) && !one.includes(a) && other.includes(a) && !other.includes(b)),
  )
}

const opposites = [
  ['N', 'S'],
  ['E', 'W'],
] as const

/** Streets of one name with different types, such as St and Dr. */
function areOtherStreets(one: StreetParts, other: StreetParts): boolean {
  const isOneName = one.name === other.name && one.suffix !== other.suffix
  return isOneName && one.suffix !== '' && other.suffix !== ''
}

function haveEvidence(one: HouseSpelling, other: HouseSpelling): boolean {
  return share(one.phones, other.phones) || share(one.plus4s, other.plus4s) || share(one.names, other.names)
}

/** Whether two numbers have the same area code and exchange; a hospital has whole exchanges. */
function shareExchange(one: HouseSpelling, other: HouseSpelling): boolean {
  const exchanges = new Set(Array.from(one.phones, exchange))
  return [...other.phones].some((phone) => exchanges.has(exchange(phone)))
}

function exchange(phone: string): string {
  return phone.slice(0, -4)
}

/** A ZIP code without an area of its own belongs to one organization or to post-office boxes. */
function isOfAFirm(zip5: string): boolean {
  return zipPoint(zip5)?.precision === 'zip3_centroid'
}

/** Whether a house number is distinctive: many streets have a number 1, 20 and 100. */
function isDistinctive(number: string): boolean {
  return /\d{3}/.test(number) && !/^\d00$/.test(number)
}

function share(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return !some.isDisjointFrom(others)
}

/**
 * Whether two names of streets differ by a letter or two. Compares only letters, because 5TH and 6TH are two streets. Allows
 * one letter of five, and `most` of nine.
 */
function isNearSpelling(one: string, other: string, most = 2): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 5 || Math.abs(one.length - other.length) > 2) return false
  if (digitsOf(one) !== digitsOf(other)) return false
  return editDistance(one, other) <= (shorter < 9 ? 1 : most)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim()
}

/** The number of inserted, removed, changed and transposed letters. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = last[j - 1]! + Number(one[i - 1] !== other[j - 1])
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, changed)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last.at(-1)!
}
