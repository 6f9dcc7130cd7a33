/** Decides whether two spellings of an address with the same house number and state are one building. */
import { isInstitution, isRemark } from '@careatlas/directory/address-remark'
import { directionalOf, suffixOf } from '@careatlas/directory/street-words'
import { isWholeStreet, type StreetParts } from '@careatlas/directory/street-parts'
import { findZipPoint } from '@careatlas/directory/zip'
import type { BuildingSpelling } from './building-spelling.ts'
import { areApart } from './town.ts'

/** The reason why two spellings are one building; null if there is none. `all` are the spellings of their group. */
export function matchSpellings(
  one: BuildingSpelling,
  other: BuildingSpelling,
  all: readonly BuildingSpelling[],
): string | null {
  if (haveOppositeDirections(one.parts, other.parts)) return null
  return one.zip5 === other.zip5 ? matchInOneZip(one, other, all) : matchAcrossZips(one, other)
}

/** Whether the two must not be in one building: north and south, or a street and a drive of one name without further evidence. */
export function forbidsJoin(one: BuildingSpelling, other: BuildingSpelling): boolean {
  return (
    haveOppositeDirections(one.parts, other.parts) ||
    (haveDifferentSuffixes(one.parts, other.parts) && !haveCommonEvidence(one, other))
  )
}

function matchInOneZip(
  one: BuildingSpelling,
  other: BuildingSpelling,
  all: readonly BuildingSpelling[],
): string | null {
  const [a, b] = [one.parts, other.parts]
  if (a.core.join(' ') === b.core.join(' ')) return 'words before the number'
  if (findExtraWords(a, b) !== null) return 'words after the street'
  const kind = compareStreets(a, b)
  if (
    kind === 'suffix left out' &&
    !all.some(({ parts }) => haveDifferentSuffixes(parts, a) || haveDifferentSuffixes(parts, b))
  )
    return kind
  if (haveCommonEvidence(one, other)) {
    if (kind !== null) return kind
    if (getLastLetter(a) !== getLastLetter(b)) return null
    if (intersects(one.plus4s, other.plus4s)) return 'ZIP+4'
    return isOnlyOneConfirmed(one, other) && intersects(one.ownPhones, other.ownPhones)
      ? 'another street name'
      : null
  }
  if (kind === 'suffix' && isUniqueZip(one.zip5)) return 'ZIP of a firm, suffix'
  return kind === 'letters' && isOnlyOneConfirmed(one, other) && isMistyped(a, b) ? 'mistyped' : null
}

/** Whether the Postal Service knows only one of the two; not for `9 MAIN ST` or `100 MAIN ST`, which every town has. */
function isOnlyOneConfirmed(one: BuildingSpelling, other: BuildingSpelling): boolean {
  return one.isUnconfirmed !== other.isUnconfirmed && isDistinctive(one.parts.number)
}

/** Whether one letter of a name of six or more differs, and everything else is equal. */
function isMistyped(one: StreetParts, other: StreetParts): boolean {
  return (
    one.suffix === other.suffix &&
    one.direction === other.direction &&
    Math.min(one.name.length, other.name.length) > 5 &&
    isSimilarSpelling(one.name, other.name, 1)
  )
}

/** A hospital often has its own ZIP code, and a ZIP code may be mistyped. */
function matchAcrossZips(one: BuildingSpelling, other: BuildingSpelling): string | null {
  const [a, b] = [one.parts, other.parts]
  const isSameStreet = a.core.join(' ') === b.core.join(' ') || findExtraWords(a, b) !== null
  const kind = isSameStreet ? 'alike' : compareStreets(a, b)
  if (kind === null) return null
  const haveCommonCity = [...one.cities].some((city) => city !== '' && other.cities.has(city))
  const areTownsApart = [...one.cities].every((city) =>
    [...other.cities].every((town) => areApart({ zip5: one.zip5, city }, { zip5: other.zip5, city: town })),
  )
  if (intersects(one.phones, other.phones) || intersects(one.names, other.names)) {
    if (haveCommonCity || !areTownsApart)
      return isSameStreet || isDistinctive(a.number) ? `other ZIP, ${kind}, phone or name` : null
    return isSameStreet && isDistinctive(a.number || a.name) && intersects(one.ownPhones, other.ownPhones)
      ? 'other town, phone'
      : null
  }
  if (!isSameStreet || !haveCommonCity) return null
  if (isUniqueZip(one.zip5) || isUniqueZip(other.zip5)) return 'ZIP of a firm'
  return !areTownsApart && haveCommonExchange(one, other) ? 'other ZIP, exchange' : null
}

/** The words of the longer spelling after the street of the shorter one; null if it is another street. */
export function findExtraWords(one: StreetParts, other: StreetParts): readonly string[] | null {
  const [short, long] = one.core.length < other.core.length ? [one, other] : [other, one]
  if (short.core.length === long.core.length || !isWholeStreet(short)) return null
  if (short.core.some((word, index) => word !== long.core[index])) return null
  const extra = long.core.slice(short.core.length)
  return directionalOf.has(extra[0]!) || extra.some((word) => suffixOf.has(word) && word !== 'CTR')
    ? null
    : extra
}

/** Whether words beside a street are a remark that does not distinguish units. */
export function isUnimportantRemark(words: readonly string[]): boolean {
  return words.length === 0 || isRemark(words) || (isInstitution(words) && isRemark([...words, 'CLINIC']))
}

type StreetSimilarity = 'suffix left out' | 'suffix' | 'letters' | 'words left out' | 'initials'

function compareStreets(one: StreetParts, other: StreetParts): StreetSimilarity | null {
  if (getLastLetter(one) !== getLastLetter(other)) return null
  if (one.name === other.name) {
    if (one.direction !== other.direction) return 'suffix'
    return one.suffix === '' || other.suffix === '' ? 'suffix left out' : 'suffix'
  }
  const [a, b] = [one, other].map(({ name, suffix }) => `${name} ${suffix}`.trim()) as [string, string]
  if (isSimilarSpelling(one.name, other.name) || isSimilarSpelling(a, b)) return 'letters'
  if (isInitialsOf(one, other) || isInitialsOf(other, one)) return 'initials'
  return containsWords(one.name, other.name) || containsWords(other.name, one.name) ? 'words left out' : null
}

/** `A` of `152 PIONEER LN A`, `II` of `MEDICAL PLZ II`: usually a part of the building; empty if there is none. */
function getLastLetter({ core }: StreetParts): string {
  const last = core.at(-1)!
  return /^(?:[A-Z]|[IVX]+)$/.test(last) && !directionalOf.has(last) ? last : ''
}

/** Whether a name is the initials of the other: `TVC` is `THE VANDERBILT CLINIC`. */
function isInitialsOf({ name }: StreetParts, { core }: StreetParts): boolean {
  const initials = core
    .slice(1)
    .map((word) => word[0])
    .join('')
  return name.length > 2 && name === initials
}

/** `PROVIDENCE` in `BOSTON PROVIDENCE`. */
function containsWords(short: string, long: string): boolean {
  return short.length > 2 && ` ${long} `.includes(` ${short} `)
}

/**
 * Whether one has North and the other South, or East and West, before or after the name; `SW` and `S` do not contradict each
 * other.
 */
function haveOppositeDirections({ direction: one }: StreetParts, { direction: other }: StreetParts): boolean {
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

/** Whether two streets have one name and different types, such as St and Dr. */
function haveDifferentSuffixes(one: StreetParts, other: StreetParts): boolean {
  const isOneName = one.name === other.name && one.suffix !== other.suffix
  return isOneName && one.suffix !== '' && other.suffix !== ''
}

function haveCommonEvidence(one: BuildingSpelling, other: BuildingSpelling): boolean {
  return (
    intersects(one.phones, other.phones) ||
    intersects(one.plus4s, other.plus4s) ||
    intersects(one.names, other.names)
  )
}

/** Whether two numbers have the same area code and exchange; a hospital has whole exchanges. */
function haveCommonExchange(one: BuildingSpelling, other: BuildingSpelling): boolean {
  const exchanges = new Set(Array.from(one.phones, getExchange))
  return [...other.phones].some((phone) => exchanges.has(getExchange(phone)))
}

function getExchange(phone: string): string {
  return phone.slice(0, -4)
}

/** Whether the ZIP code has no area of its own: it belongs to one organization or to post-office boxes. */
function isUniqueZip(zip5: string): boolean {
  return findZipPoint(zip5)?.precision === 'zip3_centroid'
}

/** Whether a house number is distinctive: many streets have a number 1, 20 and 100. */
function isDistinctive(number: string): boolean {
  return /\d{3}/.test(number) && !/^\d00$/.test(number)
}

function intersects(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return !some.isDisjointFrom(others)
}

/**
 * Whether two names of streets differ by a letter or two. Compares only letters, because 5TH and 6TH are two streets. Allows
 * one letter of five, and `editsMax` of nine.
 */
function isSimilarSpelling(one: string, other: string, editsMax = 2): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 5 || Math.abs(one.length - other.length) > 2) return false
  if (extractDigits(one) !== extractDigits(other)) return false
  return editDistance(one, other) <= (shorter < 9 ? 1 : editsMax)
}

function extractDigits(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim()
}

/** The number of inserted, removed, changed and transposed letters. */
function editDistance(one: string, other: string): number {
  let previousRow: number[] = []
  let lastRow = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const substituted = lastRow[j - 1]! + Number(one[i - 1] !== other[j - 1])
      let least = Math.min(row[j - 1]! + 1, lastRow[j]! + 1, substituted)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, previousRow[j - 2]! + 1)
      row.push(least)
    }
    ;[previousRow, lastRow] = [lastRow, row]
  }
  return lastRow.at(-1)!
}
