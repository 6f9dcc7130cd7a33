/** Finds where the street begins and ends in a line. */
import {
  directionalOf,
  isOrdinal,
  numberOf,
  suffixOf,
  unitDesignatorOf,
} from '@careatlas/directory/street-words'
import { tellsOther } from './institution.ts'
import { textOf, type Word } from './line-words.ts'
import { endsLine, isMailCode } from './unit-start.ts'

/** A house number with a whole street after it; else a number at the start of the line. */
export function streetIn(words: readonly Word[]): { readonly house: number; readonly end: number } | null {
  const houses = [...words.keys()].filter((at) => isHouse(words, at))
  for (const house of houses) {
    const end = streetEnd(words, house)
    if (end !== null) return { house, end }
  }
  const house = houses[0] === 0 ? 0 : houses.at(-1)
  return house === undefined || (house > 0 && house > words.length - 3)
    ? null
    : { house, end: endOfUnusual(words, nameStart(words, house)) }
}

/** A number that a street can follow: `110`, `110A`, `61-20`, `N14W23777`, `ONE` at the start. */
function isHouse(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!
  if (isOrdinal(text) || at === words.length - 1 || words[at + 1]!.apart) return false
  if (at === 0) return /^[A-Z]?\d/.test(text) || numberOf.has(text)
  const before = words[at - 1]!.text
  return (
    /^\d+[A-Z]?(?:-\d+)?$/.test(text) && (/\d/.test(before) || before.length > 2) && !takesNumber.has(before)
  )
}

const takesNumber: ReadonlySet<string> = new Set([
  ...spelledAs(suffixOf, 'HWY RTE RD ST AVE LOOP FWY EXPY TPKE'),
  ...spelledAs(unitDesignatorOf, '# BLDG BOX FL LOT PMB RM SPC TRLR'),
  ...'STATE COUNTY INTERSTATE EXIT MILE MILEPOST POST BLOCK CARR CARRETERA CALLE MSC STOP CODE'.split(' '),
])

/** Every spelling of the words in `standard`. */
function spelledAs(table: ReadonlyMap<string, string>, standard: string): readonly string[] {
  const wanted = standard.split(' ')
  return [...table].filter(([, to]) => wanted.includes(to)).map(([word]) => word)
}

/** The end of the street that begins with the house number at `house`; null if no whole street follows. */
function streetEnd(words: readonly Word[], house: number): number | null {
  const name = nameStart(words, house)
  const line = words.slice(name)
  const numbered = numberedRoadEnd(line)
  if (numbered !== null) return name + numbered
  if (unusualName.test(textOf(line)) || /^\S+ (?:ROAD|RD) TO /.test(textOf(line)))
    return endOfUnusual(words, name)
  for (let at = name; at < words.length && !(at > name && endsLine(words, at)); at++) {
    const { text } = words[at]!
    if (text === 'BROADWAY' && !suffixOf.has(words[at + 1]?.text ?? '')) return withDirection(words, at + 1)
    if (at > name && isStreetSuffix(text))
      return withDirection(words, withNumber(words, suffixEnd(words, at)))
    if (/\d/.test(text) && !isOrdinal(text) && !isStreetNumber(words, at)) return null
  }
  return null
}

/** `25 RD`, `13 1/2 AVE`, `6 MILE RD`, `STOP 11 RD`: a number within the name of a street. */
function isStreetNumber(words: readonly Word[], at: number): boolean {
  const [{ text }, next] = [words[at]!, words[at + 1]]
  if (next === undefined || next.apart) return false
  if (isFraction(text) || isFraction(next.text) || next.text === 'MILE') return true
  return text.length < 4 && suffixOf.has(next.text)
}

function isFraction(word: string): boolean {
  return /^\d\/\d$/.test(word)
}

/** The index of the name, after a second number, a fraction and the directions. */
function nameStart(words: readonly Word[], house: number): number {
  let at = house + 1
  while (words[at]?.text === '&' && /^\d/.test(words[at + 1]?.text ?? '')) at += 2
  if (isFraction(words[at]?.text ?? '')) at++
  while (isDirection(words[at]?.text ?? '') && at + 1 < words.length && isNameAt(words, at + 1)) at++
  return at
}

/** `NW`, `NORTHWEST`, and `SSW`, which loops have. */
function isDirection(word: string): boolean {
  return directionalOf.has(word) || /^(?:NN|SS|EN|WN|ES|WS)[EW]$/.test(word)
}

/** Whether a name begins at `at`: in `100 N ST` the direction is the name. */
function isNameAt(words: readonly Word[], at: number): boolean {
  const [{ text }, next] = [words[at]!, words[at + 1]]
  if (endsLine(words, at) && !isMailCode(words, at)) return false
  const isTitle =
    /^(?:DR|ST)$/.test(text) &&
    next !== undefined &&
    !next.apart &&
    !suffixOf.has(next.text) &&
    /^[A-Z]{3}/.test(next.text)
  if (!isStreetSuffix(text) || isTitle) return true
  const name = textOf(words.slice(at))
  return numberedRoad.test(name) || unusualName.test(name)
}

/** `US HWY 90 W`, `COUNTY ROAD VV`, `FM 1960 RD W`, `AVENUE D`, `400 W` of a grid. */
const numberedRoad = new RegExp(
  '^(?:' +
    '(?:(?:OLD|HISTORIC|ALT) )*(?:(?:U ?S|STATE|ST|COUNTY|CO|TOWNSHIP|TWP|[A-Z]{2}) )?' +
    '(?:HIGHWAY|HWY|HIWAY|HWAY|BY ?PASS|COUNTY|HISTORIC|[HW]CR|ROUTE|RTE|RT|ROAD|RD|LOOP|INTERSTATE|IH?|FM|RM|SR|CR|SH|US|M|K|ALT|(?:HIGHWAY|HWY) BUSINESS|[A-Z]{2})[ -]?[A-Z]?\\d+[A-Z]?(?:[ /&-]\\d+(?!\\S))*' +
    '(?: (?:BUSINESS|BUS|BYPASS|BYP|ALT|SPUR|EXT|SERVICE|FRONTAGE|ACCESS|FEEDER|LOOP|HIGHWAY|HWY|ROAD|RD|BLVD|PKWY)(?!\\S))*' +
    '|[A-Z]{2}-\\d+' +
    '|(?:COUNTY|STATE) (?:ROAD|RD|HIGHWAY|HWY) [A-Z]{1,2}(?!\\S)' +
    '|(?:AVENUE|AVE) (?:[A-Z]\\d*|\\d+)(?!\\S)' +
    '|\\d+(?= (?:N|S|E|W|NORTH|SOUTH|EAST|WEST)(?!\\S))' +
    ')(?: (?:N|S|E|W|NE|NW|SE|SW|NORTH|SOUTH|EAST|WEST)(?!\\S))?(?: (?:RD|CIR|ROAD)(?!\\S))?',
)

/** Names that begin with a street type: `AVENUE OF THE CITIES`, `CAMINO DEL RIO`. */
const unusualName =
  /^(?:AVENUE|AVE|CAMINO|PASEO|VIA|CALLE|PLAZA|RUE|BOULEVARD) (?:OF|DE|DEL|DU|LA|LAS|LOS|EL)\b(?!.* (?:ST|STREET|AVE|AVENUE|BLVD|DR|RD|WAY)\b)/

/** The number of words of a numbered road at the beginning of the line; null if there is none. */
function numberedRoadEnd(line: readonly Word[]): number | null {
  return numberedRoad.exec(textOf(line))?.[0].split(' ').length ?? null
}

/** The end after all suffixes: `SQUARE DR`, `STREET EXT`; `ST MARYS RD` and `PLACE FARM RD`, whose first suffix is part of the name. */
function suffixEnd(words: readonly Word[], first: number): number {
  let end = first + 1
  while (
    end < words.length &&
    suffixOf.has(words[end]!.text) &&
    !endsLine(words, end) &&
    !startsBuildingName(words, end)
  )
    end++
  const later = words.findIndex(
    ({ text }, at) =>
      at > end && at <= end + 3 && isStreetSuffix(text) && !buildings.has(suffixOf.get(text)!),
  )
  if (later === -1 || endsLine(words, end) || !endsThere(words, later + 1)) return end
  const between = words.slice(end, later + 1)
  const isName = between.every(
    ({ text, apart }) => !apart && /^[\p{L}'’]+$/u.test(text) && !tellsOther.has(text),
  )
  return isName && !directionalOf.has(between[0]!.text) ? later + 1 : end
}

/** Whether a suffix starts the name of a building (`ST PLAZA 3`, `AVE CENTER FOR …`), or is a misspelled "suite" (`DR ST 200`). */
function startsBuildingName(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (next === undefined) return false
  const suffix = suffixOf.get(words[at]!.text)!
  if (/\d|^[A-Z]$/.test(next.text) && !directionalOf.has(next.text))
    return suffix === 'ST' || buildings.has(suffix)
  return !endsLine(words, at + 1) && !directionalOf.has(next.text) && !suffixOf.has(next.text)
}

/** Whether the street may end before the word at `at`: at the end, a unit, a direction or a number. */
function endsThere(words: readonly Word[], at: number): boolean {
  return (
    at >= words.length ||
    endsLine(words, at) ||
    directionalOf.has(words[at]!.text) ||
    /^\d/.test(words[at]!.text)
  )
}

/** The end of the street with the number after its suffix: `OUTER HWY 18`, `PRIVATE ROAD 3481`, `EXPRESSWAY 83`. */
function withNumber(words: readonly Word[], end: number): number {
  const [before, suffix, next] = [words[end - 2]!.text, suffixOf.get(words[end - 1]!.text)!, words[end]]
  if (next === undefined || next.apart || !/^\d+[A-Z]?$/.test(next.text)) return end
  return takesItsNumber.has(suffix) || (suffix === 'RD' && namesRoads.has(before)) ? end + 1 : end
}

const takesItsNumber: ReadonlySet<string> = new Set(['HWY', 'RTE', 'EXPY', 'FWY', 'LOOP'])
const namesRoads: ReadonlySet<string> = new Set(
  'PRIVATE COUNTY TOWNSHIP RANCH FOREST SERVICE STATE CO'.split(' '),
)

/** The end of the street with its direction, which in full may begin the name of a building: `MAIN ST NORTH TOWER`. */
function withDirection(words: readonly Word[], end: number): number {
  const next = words[end]
  if (next === undefined || endsLine(words, end) || !directionalOf.has(next.text)) return end
  const within = unitDesignatorOf.get(words[end + 1]?.text ?? '')
  if (next.text.length > 2 && /^(?:BLDG|TWR|WING|LVL)$/.test(within ?? '')) return end
  const isSure = next.text.length <= 2 || /^(?:NORTH|SOUTH)(?:EAST|WEST)$/.test(next.text)
  return isSure || endsThere(words, end + 1) ? end + 1 : end
}

/**
 * The end of a street without a suffix (`1 UNIVERSITY OF NEW MEXICO`, `11-21 BROADWAY`, `95 ALLEN'S CREEK`): a comma, a unit, a
 * number or a mail code.
 */
function endOfUnusual(words: readonly Word[], name: number): number {
  const end = words.findIndex(
    ({ text }, at) => at > name && (endsLine(words, at) || (/\d/.test(text) && !isOrdinal(text))),
  )
  return end === -1 ? words.length : end
}

/** `SAINT` is not one, although it is abbreviated like "street". */
export function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Suffixes that end a street; the others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(
    ' ',
  ),
)

/** Suffixes that names of buildings have as well. */
const buildings: ReadonlySet<string> = new Set('PLZ SQ CTR PARK MALL ARC'.split(' '))
