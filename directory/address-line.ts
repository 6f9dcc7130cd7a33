/** Parses a line of an address into the street or building and the units in it. */
import { streetEndSuffixes, dropBeforeHouseNumber } from './address-remark.ts'
import { canBeLettered, canonicalizeStreetName } from './street-name.ts'
import { findMailCodeEnd, possibleMailCode } from './mail-code.ts'
import { directionalOf, numberOf, ordinalOf, suffixOf, unitDesignatorOf } from './street-words.ts'

export interface AddressLine {
  /** The street in standard spelling, such as `110 LOCKWOOD ST`; all words without a unit if there is no street. */
  readonly street: string
  /** Units in the order of the line: `# 4` (suite, apartment, unit), `FL 2`, `BLDG C`. */
  readonly units: readonly string[]
  /** `PO BOX 12` */
  readonly box: string | null
}

/** `110 LOCKWOOD STREET, SUITE 4` → street `110 LOCKWOOD ST`, units `# 4`. With `shouldRemoveNames`, words before the house number are dropped. */
export function readAddressLine(text: string | null, shouldRemoveNames: boolean): AddressLine {
  if (text === null) return blankLine
  const words = wordsOf(text)
  const streetWords: string[] = []
  const units: string[] = []
  let box: string | null = null
  const hasMailCode = shouldRemoveNames && possibleMailCode.test(text)
  for (let index = 0; index < words.length;) {
    const mailEnd = hasMailCode ? findMailCodeEnd(words, index) : null
    if (mailEnd !== null) {
      index = mailEnd
      continue
    }
    const boxEnd = findBoxId(words, index)
    const unit = boxEnd === null ? parseUnit(words, index) : null
    if (boxEnd !== null) box = `PO BOX ${words[boxEnd]}`
    else if (unit !== null) units.push(unit.unit)
    else streetWords.push(words[index]!)
    index = boxEnd === null ? (unit?.next ?? index + 1) : boxEnd + 1
  }
  const street = shouldRemoveNames ? [...dropBeforeHouseNumber(streetWords)] : streetWords
  if (units.length === 0) units.push(...extractUndesignatedUnit(street))
  return { street: standardizeStreet(street), units, box }
}

const blankLine: AddressLine = { street: '', units: [], box: null }

/** Upper-case words without punctuation; `#` is a word; `-`, `/` and `.` stay between digits (`61-20`, `1/2`, `KM 1.0`). */
export function wordsOf(text: string): string[] {
  const plain = plainText.test(text) ? text : removePunctuation(text)
  return plain
    .replaceAll(attachedDesignator, '$& ')
    .split(' ')
    .filter((word) => word !== '')
}

/** `STE4` is `STE 4`. */
const attachedDesignator = /\b(?:SUITE|STE|APT|UNIT|BLDG|ROOM|RM|PMB)(?=\d)/g

/** Nearly every line, so that the slower replacements are rarely needed. */
const plainText = /^[A-Z0-9 ]*$/

function removePunctuation(text: string): string {
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

/** The index of the number of a post office box that starts at `index`: `PO BOX 12`, `P O BOX 12`, `POB 12`. */
function findBoxId(words: readonly string[], index: number): number | null {
  if (!words[index]!.startsWith('P')) return null
  const [first, second, third] = words.slice(index, index + 3)
  let id = index
  if (first === 'POBOX' || first === 'POB') id = index + 1
  else if (first === 'PO' && second === 'BOX') id = index + 2
  else if ((first === 'P' || first === 'POST') && (second === 'O' || second === 'OFFICE') && third === 'BOX')
    id = index + 3
  if (words[id] === '#') id++
  return id > index && id < words.length ? id : null
}

interface ParsedUnit {
  readonly unit: string
  /** The index of the word after the unit. */
  readonly next: number
}

function parseUnit(words: readonly string[], index: number): ParsedUnit | null {
  const word = words[index]!
  const floor = parseFloor(word)
  if (floor !== null && words[index + 1] !== undefined && unitDesignatorOf.get(words[index + 1]!) === 'FL') {
    return { unit: `FL ${floor}`, next: index + 2 }
  }
  const designator = unitDesignatorOf.get(word)
  if (designator === undefined) return parseLowerLevel(words, index)
  if (unnumberedUnits.has(designator) && index > 0 && index === words.length - 1)
    return { unit: designator, next: index + 1 }
  return parseUnitWithId(words, index, designator)
}

/** `LOWER LEVEL`, `LOWR LEVEL` and `LL` at the end of a line are one unit; `LL 20` is a unit on that level. */
function parseLowerLevel(words: readonly string[], index: number): ParsedUnit | null {
  const [word, level] = words.slice(index, index + 2)
  const isSpelledOut = (word === 'LOWER' || word === 'LOWR') && unitDesignatorOf.get(level ?? '') === 'LVL'
  if (!isSpelledOut && word !== 'LL') return null
  const id = index + (isSpelledOut ? 2 : 1)
  const next = hasDigit(words[id]) ? id + 1 : id
  return next === words.length ? { unit: `# ${joinId(['LL', ...words.slice(id)])}`, next } : null
}

/** Units without a number: `… REAR`. */
const unnumberedUnits = new Set(['BSMT', 'LBBY', 'PH', 'REAR'])

/** `2ND`, `SECOND` → `2`; `GROUND` → `G` */
function parseFloor(word: string): string | null {
  if (word === 'GROUND') return 'G'
  return /^(\d+)(?:ST|ND|RD|TH)$/.exec(ordinalOf.get(word) ?? word)?.[1] ?? null
}

function parseUnitWithId(words: readonly string[], index: number, designator: string): ParsedUnit | null {
  let start = index + 1
  while (
    words[start] === '#' ||
    ((words[start] === 'NO' || words[start] === 'NUMBER') && hasDigit(words[start + 1]))
  )
    start++
  const id = words[start]
  if (id === undefined || !canBeId(id, designator, start === words.length - 1)) return null
  const next = findIdEnd(words, start)
  if (designator === 'BLDG' && index > 0 && leadsToStreet(words, next)) return null
  if (index === 0 && !canFollowUnit(words[next])) return null
  return { unit: `${designator} ${joinId(words.slice(start, next))}`, next }
}

/** A unit may start a line only if nothing, another unit or a house number follows: the 4 of `#4 MAIN ST` is a house number. */
function canFollowUnit(word: string | undefined): boolean {
  return word === undefined || unitDesignatorOf.has(word) || /^[0-9P]/.test(word)
}

/** `MILL BUILDING 136 HARRISON AVE`: the number belongs to the street, not to the building. */
function leadsToStreet(words: readonly string[], next: number): boolean {
  return next < words.length && !startsWithDigit.test(words[0]!) && suffixOf.has(words.at(-1)!)
}

function canBeId(word: string, designator: string, isLast: boolean): boolean {
  if (designator === 'FL') return word.length <= 3 && /^(?:\d+\D*|[A-Z]{1,2})$/.test(word)
  if (hasDigit(word) || word.length === 1 || numberOf.has(word)) return true
  return designator === '#' && (isLast || word.length === 2)
}

/** Words that belong to the number, up to the end or the next designator: `STE 100 B`, `STE 370 NORTH`, `STE 100 200`. */
function findIdEnd(words: readonly string[], start: number): number {
  let end = start + 1
  while (end < words.length && isIdPart(words[end]!) && words[end] !== '#') {
    if (parseFloor(words[end]!) !== null) break
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
function extractUndesignatedUnit(street: string[]): string[] {
  const [house = '', ...rest] = street
  const last = rest.at(-1)
  if (rest.length < 3 || !startsWithDigit.test(house)) return []
  const isLetter = /^[A-Z]$/.test(last!) && !directionalOf.has(last!) && !directionalOf.has(rest.at(-3)!)
  if (!isLetter && (!hasDigit(last) || parseFloor(last!) !== null)) return []
  const before = directionalOf.has(rest.at(-2)!) ? rest.at(-3)! : rest.at(-2)!
  if (!streetEndSuffixes.has(suffixOf.get(before) ?? '')) return []
  return [`# ${street.pop()}`]
}

function standardizeStreet(words: readonly string[]): string {
  return canonicalizeStreetName(words.map((word, index) => standardizeWord(word, index, words)).join(' '))
}

function standardizeWord(word: string, index: number, words: readonly string[]): string {
  if (index === 0 && words.length > 1)
    return numberOf.get(word) ?? suffixOf.get(word) ?? directionalOf.get(word) ?? word
  const directional = directionalOf.get(word)
  if (directional !== undefined) return isStreetName(index, words) ? word : directional
  return suffixOf.get(word) ?? ordinalOf.get(word) ?? word
}

/** A direction that is the whole name keeps its spelling, because North Street and N Street are different streets. */
function isStreetName(index: number, words: readonly string[]): boolean {
  const next = words[index + 1]
  const suffix = suffixOf.get(next ?? '')
  if (index !== 1 || suffix === undefined || !canBeLettered(words[index]!, suffix)) return false
  return index + 2 === words.length || directionalOf.has(words[index + 2]!)
}

const startsWithDigit = /^\d/

function hasDigit(word: string | undefined): boolean {
  return word !== undefined && /\d/.test(word)
}
