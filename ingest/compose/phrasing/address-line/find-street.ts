/** Finds where the street begins and ends in a line. */
import {
  directionalOf,
  isOrdinal,
  numberOf,
  suffixOf,
  unitDesignatorOf,
} from '@careatlas/directory/street-words'
import { nonStreetWords } from './institution.ts'
import { joinText, type Word } from './line-words.ts'
import { endsStreet, isMailCode } from './unit-start.ts'

/**
 * The indexes of the house number and after the street. Prefers a number with a whole street after it to one at the start of the
 * line.
 */
export function findStreet(words: readonly Word[]): { readonly start: number; readonly end: number } | null {
  const houseIndexes = [...words.keys()].filter((index) => isHouseNumber(words, index))
  for (const houseIndex of houseIndexes) {
    const end = findStreetEnd(words, houseIndex)
    if (end !== null) return { start: houseIndex, end }
  }
  const houseIndex = houseIndexes[0] === 0 ? 0 : houseIndexes.at(-1)
  return houseIndex === undefined || (houseIndex > 0 && houseIndex > words.length - 3)
    ? null
    : { start: houseIndex, end: endWithoutSuffix(words, nameStart(words, houseIndex)) }
}

/** Whether a street can follow the number: `110`, `110A`, `61-20`, `N14W23777`, `ONE` at the start. */
function isHouseNumber(words: readonly Word[], index: number): boolean {
  const { text } = words[index]!
  if (isOrdinal(text) || index === words.length - 1 || words[index + 1]!.isAfterBreak) return false
  if (index === 0) return /^[A-Z]?\d/.test(text) || numberOf.has(text)
  const before = words[index - 1]!.text
  return (
    /^\d+[A-Z]?(?:-\d+)?$/.test(text) &&
    (/\d/.test(before) || before.length > 2) &&
    !wordsBeforeNumber.has(before)
  )
}

const wordsBeforeNumber: ReadonlySet<string> = new Set([
  ...spellingsOf(suffixOf, 'HWY RTE RD ST AVE LOOP FWY EXPY TPKE'),
  ...spellingsOf(unitDesignatorOf, '# BLDG BOX FL LOT PMB RM SPC TRLR'),
  ...'STATE COUNTY INTERSTATE EXIT MILE MILEPOST POST BLOCK CARR CARRETERA CALLE MSC STOP CODE'.split(' '),
])

/** All spellings of the words in `standard`. */
function spellingsOf(table: ReadonlyMap<string, string>, standard: string): readonly string[] {
  const wanted = standard.split(' ')
  return [...table].filter(([, to]) => wanted.includes(to)).map(([word]) => word)
}

/** The end of the street that begins with the house number at `houseIndex`; null if no whole street follows. */
function findStreetEnd(words: readonly Word[], houseIndex: number): number | null {
  const nameIndex = nameStart(words, houseIndex)
  const line = words.slice(nameIndex)
  const roadEnd = numberedRoadEnd(line)
  if (roadEnd !== null) return nameIndex + roadEnd
  if (leadingTypeName.test(joinText(line)) || /^\S+ (?:ROAD|RD) TO /.test(joinText(line)))
    return endWithoutSuffix(words, nameIndex)
  for (
    let index = nameIndex;
    index < words.length && !(index > nameIndex && endsStreet(words, index));
    index++
  ) {
    const { text } = words[index]!
    if (text === 'BROADWAY' && !suffixOf.has(words[index + 1]?.text ?? ''))
      return includeDirection(words, index + 1)
    if (index > nameIndex && isStreetSuffix(text))
      return includeDirection(words, includeNumber(words, suffixEnd(words, index)))
    if (/\d/.test(text) && !isOrdinal(text) && !isStreetNumber(words, index)) return null
  }
  return null
}

/** `25 RD`, `13 1/2 AVE`, `6 MILE RD`, `STOP 11 RD`: a number within the name of a street. */
function isStreetNumber(words: readonly Word[], index: number): boolean {
  const [{ text }, next] = [words[index]!, words[index + 1]]
  if (next === undefined || next.isAfterBreak) return false
  if (isFraction(text) || isFraction(next.text) || next.text === 'MILE') return true
  return text.length < 4 && suffixOf.has(next.text)
}

function isFraction(word: string): boolean {
  return /^\d\/\d$/.test(word)
}

/** The index of the name, after a second number, a fraction and the directions. */
function nameStart(words: readonly Word[], houseIndex: number): number {
  let index = houseIndex + 1
  while (words[index]?.text === '&' && /^\d/.test(words[index + 1]?.text ?? '')) index += 2
  if (isFraction(words[index]?.text ?? '')) index++
  while (isDirection(words[index]?.text ?? '') && index + 1 < words.length && startsName(words, index + 1))
    index++
  return index
}

/** `NW`, `NORTHWEST`, and `SSW` of loops. */
function isDirection(word: string): boolean {
  return directionalOf.has(word) || /^(?:NN|SS|EN|WN|ES|WS)[EW]$/.test(word)
}

/** Whether a name starts at `index`: in `100 N ST` the direction is the name. */
function startsName(words: readonly Word[], index: number): boolean {
  const [{ text }, next] = [words[index]!, words[index + 1]]
  if (endsStreet(words, index) && !isMailCode(words, index)) return false
  const isTitle =
    /^(?:DR|ST)$/.test(text) &&
    next !== undefined &&
    !next.isAfterBreak &&
    !suffixOf.has(next.text) &&
    /^[A-Z]{3}/.test(next.text)
  if (!isStreetSuffix(text) || isTitle) return true
  const name = joinText(words.slice(index))
  return numberedRoad.test(name) || leadingTypeName.test(name)
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
const leadingTypeName =
  /^(?:AVENUE|AVE|CAMINO|PASEO|VIA|CALLE|PLAZA|RUE|BOULEVARD) (?:OF|DE|DEL|DU|LA|LAS|LOS|EL)\b(?!.* (?:ST|STREET|AVE|AVENUE|BLVD|DR|RD|WAY)\b)/

/** The number of words in a numbered road at the beginning of the line; null if there is none. */
function numberedRoadEnd(line: readonly Word[]): number | null {
  return numberedRoad.exec(joinText(line))?.[0].split(' ').length ?? null
}

/**
 * The end after all suffixes: `SQUARE DR`, `STREET EXT`. In `ST MARYS RD` and `PLACE FARM RD` the first suffix is part of the
 * name.
 */
function suffixEnd(words: readonly Word[], first: number): number {
  let end = first + 1
  while (
    end < words.length &&
    suffixOf.has(words[end]!.text) &&
    !endsStreet(words, end) &&
    !startsBuildingName(words, end)
  )
    end++
  const later = words.findIndex(
    ({ text }, index) =>
      index > end && index <= end + 3 && isStreetSuffix(text) && !buildingSuffixes.has(suffixOf.get(text)!),
  )
  if (later === -1 || endsStreet(words, end) || !mayEndAt(words, later + 1)) return end
  const between = words.slice(end, later + 1)
  const isName = between.every(
    ({ text, isAfterBreak }) => !isAfterBreak && /^[\p{L}'’]+$/u.test(text) && !nonStreetWords.has(text),
  )
  return isName && !directionalOf.has(between[0]!.text) ? later + 1 : end
}

/** Whether a suffix starts the name of a building (`ST PLAZA 3`, `AVE CENTER FOR …`), or is a misspelled "suite" (`DR ST 200`). */
function startsBuildingName(words: readonly Word[], index: number): boolean {
  const next = words[index + 1]
  if (next === undefined) return false
  const suffix = suffixOf.get(words[index]!.text)!
  if (/\d|^[A-Z]$/.test(next.text) && !directionalOf.has(next.text))
    return suffix === 'ST' || buildingSuffixes.has(suffix)
  return !endsStreet(words, index + 1) && !directionalOf.has(next.text) && !suffixOf.has(next.text)
}

/** Whether the street may end before the word at `index`: the end of the line, a unit, a direction or a number. */
function mayEndAt(words: readonly Word[], index: number): boolean {
  return (
    index >= words.length ||
    endsStreet(words, index) ||
    directionalOf.has(words[index]!.text) ||
    /^\d/.test(words[index]!.text)
  )
}

/** The end of the street including a number after its suffix: `OUTER HWY 18`, `PRIVATE ROAD 3481`, `EXPRESSWAY 83`. */
function includeNumber(words: readonly Word[], end: number): number {
  const [before, suffix, next] = [words[end - 2]!.text, suffixOf.get(words[end - 1]!.text)!, words[end]]
  if (next === undefined || next.isAfterBreak || !/^\d+[A-Z]?$/.test(next.text)) return end
  return numberedSuffixes.has(suffix) || (suffix === 'RD' && roadQualifiers.has(before)) ? end + 1 : end
}

const numberedSuffixes: ReadonlySet<string> = new Set(['HWY', 'RTE', 'EXPY', 'FWY', 'LOOP'])
const roadQualifiers: ReadonlySet<string> = new Set(
  'PRIVATE COUNTY TOWNSHIP RANCH FOREST SERVICE STATE CO'.split(' '),
)

/** The end of the street including its direction. A direction in full may begin the name of a building: `MAIN ST NORTH TOWER`. */
function includeDirection(words: readonly Word[], end: number): number {
  const next = words[end]
  if (next === undefined || endsStreet(words, end) || !directionalOf.has(next.text)) return end
  const nextDesignator = unitDesignatorOf.get(words[end + 1]?.text ?? '')
  if (next.text.length > 2 && /^(?:BLDG|TWR|WING|LVL)$/.test(nextDesignator ?? '')) return end
  const isUnambiguous = next.text.length <= 2 || /^(?:NORTH|SOUTH)(?:EAST|WEST)$/.test(next.text)
  return isUnambiguous || mayEndAt(words, end + 1) ? end + 1 : end
}

/**
 * The end of a street without a suffix: `1 UNIVERSITY OF NEW MEXICO`, `11-21 BROADWAY`, `95 ALLEN'S CREEK`. It ends before a
 * comma, a unit, a number or a mail code.
 */
function endWithoutSuffix(words: readonly Word[], nameIndex: number): number {
  const end = words.findIndex(
    ({ text }, index) =>
      index > nameIndex && (endsStreet(words, index) || (/\d/.test(text) && !isOrdinal(text))),
  )
  return end === -1 ? words.length : end
}

/** Whether the word is the suffix of a street. `SAINT` is not one, although it has the same abbreviation as "street". */
export function isStreetSuffix(word: string): boolean {
  return word !== 'SAINT' && streetSuffixes.has(suffixOf.get(word) ?? '')
}

/** Suffixes that end a street. The others (CENTER, PARK, HILL, RUN) are as often part of a name. */
const streetSuffixes: ReadonlySet<string> = new Set(
  'ST AVE BLVD DR LN CT PL PKWY CIR WAY TER RD HWY PIKE TPKE PLZ SQ TRL EXPY FWY ALY CRES CSWY XING PATH LOOP'.split(
    ' ',
  ),
)

/** Suffixes that also occur in names of buildings. */
const buildingSuffixes: ReadonlySet<string> = new Set('PLZ SQ CTR PARK MALL ARC'.split(' '))
