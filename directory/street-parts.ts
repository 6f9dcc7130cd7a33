/** Splits a street line in standard spelling (`normalizeAddress`) into parts, to compare it with another spelling. */
import { isOrdinal, directionalOf, suffixOf } from './street-words.ts'

export interface StreetParts {
  /** Words before the house number, usually the name of a hospital or a school. */
  readonly lead: readonly string[]
  /** Words from the house number on. */
  readonly core: readonly string[]
  /** The house number without hyphens, because `61-20` and `6120` are one house in Queens; empty without one. */
  readonly number: string
  /** `N`, `SW`; two, separated by a space, in a grid (`10408 S 1055 W`); empty without one. */
  readonly direction: string
  /** Between the direction and the suffix. */
  readonly name: string
  /** `ST`; empty without one. */
  readonly suffix: string
}

/** In a line without a house number, such as `PO BOX 12` or `HWY 6 E`, all words are the name. */
export function splitStreet(line: string): StreetParts {
  const words = line.split(' ')
  const index = findHouseNumber(words)
  if (index === -1) return { lead: [], core: words, number: '', direction: '', name: line, suffix: '' }
  const core = words.slice(index)
  const [first, last] = [core[1]!, core.at(-1)!]
  const before = core.length > 2 && directions.has(first) ? first : ''
  const after = core.length > 2 && directions.has(last) ? last : ''
  const street = core.slice(before === '' ? 1 : 2, after === '' ? undefined : -1)
  const suffix = street.length > 1 && standardSuffixes.has(street.at(-1)!) ? street.pop()! : ''
  return {
    lead: words.slice(0, index),
    core,
    number: removeHyphens(core[0]!),
    direction: [before, after].filter((word) => word !== '').join(' '),
    name: street.join(' '),
    suffix,
  }
}

/** The house number of a line in standard spelling, without hyphens; null if it has none. */
export function houseNumberIn(line: string): string | null {
  const [, leading] = /^(\d+[A-Z]?) ./.exec(line) ?? []
  if (leading !== undefined) return leading
  const words = line.split(' ')
  const index = findHouseNumber(words)
  return index === -1 ? null : removeHyphens(words[index]!)
}

/** Whether the words are a number and a street with its suffix: `1 PARK PL`, `619 19TH ST S`. */
export function isWholeStreet({ core, suffix, name }: StreetParts): boolean {
  return core.length > 2 && suffix !== '' && name !== ''
}

/** The index of the house number: a number before other words that does not belong to a road (`HWY 6`) or a box; -1 if there is none. */
function findHouseNumber(words: readonly string[]): number {
  return words.findIndex(
    (word, index) =>
      /^\d[\d-]*[A-Z]?$/.test(word) &&
      !isOrdinal(word) &&
      index + 1 < words.length &&
      (index === 0 || !wordsBeforeNumbers.has(words[index - 1]!)),
  )
}

function removeHyphens(word: string): string {
  return word.replaceAll('-', '')
}

const directions: ReadonlySet<string> = new Set(directionalOf.values())

const standardSuffixes: ReadonlySet<string> = new Set(suffixOf.values())

const wordsBeforeNumbers: ReadonlySet<string> = new Set(
  'HWY RTE RD ST AVE BOX KM UNIT BLDG FL RM STE LOT SPC STOP MAIL MSC EXIT MILE RR HC CR SR US INTERSTATE'.split(
    ' ',
  ),
)
