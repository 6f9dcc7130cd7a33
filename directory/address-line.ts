/** Parses a line of an address into the street or building and the units in it. */
import { endsStreet, fromHouseNumber } from './address-remark.ts'
import { mayBeLettered, canonicalStreetName } from './street-name.ts'
import { mailCodeEnd, mayHaveMailCode } from './mail-code.ts'
import { directionalOf, numberOf, ordinalOf, suffixOf, unitDesignatorOf } from './street-words.ts'

export interface AddressLine {
  /** The street in standard spelling, such as `110 LOCKWOOD ST`; all words without a unit if there is no street. */
  readonly street: string
  /** Units in the order written: `# 4` (suite, apartment, unit), `FL 2`, `BLDG C`. */
  readonly units: readonly string[]
  /** `PO BOX 12` */
  readonly box: string | null
}

/** `110 LOCKWOOD STREET, SUITE 4` → street `110 LOCKWOOD ST`, units `# 4`. With `bare`, words before the house number are dropped. */
export function readAddressLine(text: string | null, bare: boolean): AddressLine {
  if (text === null) return blankLine
  const words = wordsOf(text)
  const written: string[] = []
  const units: string[] = []
  let box: string | null = null
  const hasMailCode = bare && mayHaveMailCode.test(text)
  for (let at = 0; at < words.length;) {
    const mailEnd = hasMailCode ? mailCodeEnd(words, at) : null
    if (mailEnd !== null) {
      at = mailEnd
      continue
    }
    const boxEnd = boxIdAt(words, at)
    const found = boxEnd === null ? unitAt(words, at) : null
    if (boxEnd !== null) box = `PO BOX ${words[boxEnd]}`
    else if (found !== null) units.push(found.unit)
    else written.push(words[at]!)
    at = boxEnd === null ? (found?.next ?? at + 1) : boxEnd + 1
  }
  const street = bare ? [...fromHouseNumber(written)] : written
  if (units.length === 0) units.push(...takeBareUnit(street))
  return { street: standardStreet(street), units, box }
}

const blankLine: AddressLine = { street: '', units: [], box: null }

/** Upper-case words without punctuation; `#` is a word; `-`, `/` and `.` stay between digits (`61-20`, `1/2`, `KM 1.0`). */
export function wordsOf(text: string): string[] {
  const plain = simple.test(text) ? text : withoutPunctuation(text)
  return plain
    .replaceAll(gluedDesignator, '$& ')
    .split(' ')
    .filter((word) => word !== '')
}

/** `STE4` is `STE 4`. */
const gluedDesignator = /\b(?:SUITE|STE|APT|UNIT|BLDG|ROOM|RM|PMB)(?=\d)/g

const simple = /^[A-Z0-9 ]*$/

function withoutPunctuation(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(spacedRange, '$1-')
    .replaceAll(/[\p{M}'’‘`]|\.(?![\p{L}\p{N}]{2}|\d)/gu, '')
    .replaceAll('#', ' # ')
    .replaceAll(/[^\p{L}\p{N}#/.-]+|[/.-](?!\d)|(?<!\d)[/.-]/gu, ' ')
}

/** `51 -53 KENOSIA AVE` → `51-53 KENOSIA AVE`. Only for house numbers: `STE 5 - 2ND FLOOR` has two units. */
const spacedRange = /^\s*(\d+)\s*-\s*(?=\d+\s)/

/** The index of the number of a post office box that starts at `at`: `PO BOX 12`, `P O BOX 12`, `POB 12`. */
function boxIdAt(words: readonly string[], at: number): number | null {
  if (!words[at]!.startsWith('P')) return null
  const [first, second, third] = words.slice(at, at + 3)
  let id = at
  if (first === 'POBOX' || first === 'POB') id = at + 1
  else if (first === 'PO' && second === 'BOX') id = at + 2
  else if ((first === 'P' || first === 'POST') && (second === 'O' || second === 'OFFICE') && third === 'BOX')
    id = at + 3
  if (words[id] === '#') id++
  return id > at && id < words.length ? id : null
}

interface FoundUnit {
  readonly unit: string
  /** Index of the word after it. */
  readonly next: number
}

function unitAt(words: readonly string[], at: number): FoundUnit | null {
  const word = words[at]!
  const floor = floorOf(word)
  if (floor !== null && words[at + 1] !== undefined && unitDesignatorOf.get(words[at + 1]!) === 'FL') {
    return { unit: `FL ${floor}`, next: at + 2 }
  }
  const designator = unitDesignatorOf.get(word)
  if (designator === undefined) return lowerLevelAt(words, at)
  if (standsAlone.has(designator) && at > 0 && at === words.length - 1)
    return { unit: designator, next: at + 1 }
  return unitWithId(words, at, designator)
}

/** `LOWER LEVEL`, `LOWR LEVEL` and `LL`, which end a line, are one unit; `LL 20` is one in it. */
function lowerLevelAt(words: readonly string[], at: number): FoundUnit | null {
  const [word, level] = words.slice(at, at + 2)
  const spelledOut = (word === 'LOWER' || word === 'LOWR') && unitDesignatorOf.get(level ?? '') === 'LVL'
  if (!spelledOut && word !== 'LL') return null
  const id = at + (spelledOut ? 2 : 1)
  const next = hasDigit(words[id]) ? id + 1 : id
  return next === words.length ? { unit: `# ${joinId(['LL', ...words.slice(id)])}`, next } : null
}

/** Units without a number: `… REAR`. */
const standsAlone = new Set(['BSMT', 'LBBY', 'PH', 'REAR'])

/** `2ND`, `SECOND` → `2`; `GROUND` → `G` */
function floorOf(word: string): string | null {
  if (word === 'GROUND') return 'G'
  return /^(\d+)(?:ST|ND|RD|TH)$/.exec(ordinalOf.get(word) ?? word)?.[1] ?? null
}

function unitWithId(words: readonly string[], at: number, designator: string): FoundUnit | null {
  let start = at + 1
  while (
    words[start] === '#' ||
    ((words[start] === 'NO' || words[start] === 'NUMBER') && hasDigit(words[start + 1]))
  )
    start++
  const id = words[start]
  if (id === undefined || !mayBeId(id, designator, start === words.length - 1)) return null
  const next = idEnd(words, start)
  if (designator === 'BLDG' && at > 0 && leadsToStreet(words, next)) return null
  if (at === 0 && !mayFollowUnit(words[next])) return null
  return { unit: `${designator} ${joinId(words.slice(start, next))}`, next }
}

/** A unit may start a line only if nothing, another unit or a house number follows: `#4 MAIN ST` is a house. */
function mayFollowUnit(word: string | undefined): boolean {
  return word === undefined || unitDesignatorOf.has(word) || /^[0-9P]/.test(word)
}

/** `MILL BUILDING 136 HARRISON AVE`: the number belongs to the street, not to the building. */
function leadsToStreet(words: readonly string[], next: number): boolean {
  return next < words.length && !startsWithDigit.test(words[0]!) && suffixOf.has(words.at(-1)!)
}

function mayBeId(word: string, designator: string, last: boolean): boolean {
  if (designator === 'FL') return word.length <= 3 && /^(?:\d+\D*|[A-Z]{1,2})$/.test(word)
  if (hasDigit(word) || word.length === 1 || numberOf.has(word)) return true
  return designator === '#' && (last || word.length === 2)
}

/** Words that belong to the number, up to the end or the next designator: `STE 100 B`, `STE 370 NORTH`, `STE 100 200`. */
function idEnd(words: readonly string[], start: number): number {
  let end = start + 1
  while (end < words.length && isIdPart(words[end]!) && words[end] !== '#') {
    if (floorOf(words[end]!) !== null) break
    end++
  }
  return end === words.length || unitDesignatorOf.has(words[end]!) ? end : start + 1
}

function isIdPart(word: string): boolean {
  return hasDigit(word) || word.length === 1 || directionalOf.has(word)
}

/** `100`, `B` → `100B`, `LL`, `20` → `LL20`; two numbers are joined by a hyphen: `3`, `4A` → `3-4A`. */
function joinId(parts: readonly string[]): string {
  const id = parts.map((part) => numberOf.get(part) ?? directionalOf.get(part) ?? part).join(' ')
  return id.replaceAll(/(?<=\d) (?=[A-Z]\b)|(?<=\b[A-Z]{1,2}) (?=\d)/g, '').replaceAll(/(?<=\d) (?=\d)/g, '-')
}

/** Removes a unit without a designator: the 400 of `100 MAIN ST 400`, the A of `152 PIONEER LN A`, not the B of `100 S AVE B`. */
function takeBareUnit(street: string[]): string[] {
  const [house = '', ...rest] = street
  const last = rest.at(-1)
  if (rest.length < 3 || !startsWithDigit.test(house)) return []
  const isLetter = /^[A-Z]$/.test(last!) && !directionalOf.has(last!) && !directionalOf.has(rest.at(-3)!)
  if (!isLetter && (!hasDigit(last) || floorOf(last!) !== null)) return []
  const before = directionalOf.has(rest.at(-2)!) ? rest.at(-3)! : rest.at(-2)!
  if (!endsStreet.has(suffixOf.get(before) ?? '')) return []
  return [`# ${street.pop()}`]
}

function standardStreet(words: readonly string[]): string {
  return canonicalStreetName(words.map((word, at) => standardWord(word, at, words)).join(' '))
}

function standardWord(word: string, at: number, words: readonly string[]): string {
  if (at === 0 && words.length > 1)
    return numberOf.get(word) ?? suffixOf.get(word) ?? directionalOf.get(word) ?? word
  const directional = directionalOf.get(word)
  if (directional !== undefined) return isStreetName(at, words) ? word : directional
  return suffixOf.get(word) ?? ordinalOf.get(word) ?? word
}

/** A direction that is the whole name keeps its spelling, because North Street and N Street are different streets. */
function isStreetName(at: number, words: readonly string[]): boolean {
  const next = words[at + 1]
  const suffix = suffixOf.get(next ?? '')
  if (at !== 1 || suffix === undefined || !mayBeLettered(words[at]!, suffix)) return false
  return at + 2 === words.length || directionalOf.has(words[at + 2]!)
}

const startsWithDigit = /^\d/

function hasDigit(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word)
}
