/** Expands the abbreviations of a street line if their position makes the meaning certain. */
import {
  directionalOf,
  directionalWord,
  isOrdinal,
  numberOf,
  suffixOf,
  suffixWord,
  unitDesignatorOf,
} from '../street-words.ts'
import { capitalizeUnlessAbbreviation } from './abbreviation.ts'
import { capitalize, mapPieces } from './capitalize.ts'
import { expandDirection, expandPlaceAbbreviation } from './place-abbreviation.ts'
import { startsUnit, titleCaseUnitPhrase } from './unit-phrase.ts'

/** `110 LOCKWOOD ST STE 4` → `110 Lockwood Street, Suite 4` */
export function titleCaseStreetLine(words: readonly string[]): string {
  const cleaned = removePunctuation(words).filter((word, index, all) => !repeatsSuffix(word, index, all))
  const box = /^P ?O ?BOX (.+)$/.exec(cleaned.join(' '))
  if (box !== null) return `PO Box ${box[1]}`
  const units = cleaned.findIndex((_, index) => index > 0 && startsUnit(cleaned, index))
  const street = units === -1 ? cleaned : cleaned.slice(0, units)
  const expanded = street.map((word, index) => titleCaseStreetWord(word, index, street)).join(' ')
  return units === -1 ? expanded : expanded + titleCaseUnitPhrase(cleaned.slice(units))
}

/** Removes punctuation, and `#` next to a word with the same meaning. */
export function removePunctuation(words: readonly string[]): readonly string[] {
  const stripped = words.some((word) => /[,;.]/.test(word)) ? stripPunctuation(words) : words
  return stripped.filter((word, index) => word !== '#' || !unitDesignatorOf.has(stripped[index - 1] ?? ''))
}

/** `1244 STORRS RD RD`; in `12 PARK PARK` the first is the name. */
function repeatsSuffix(word: string, index: number, words: readonly string[]): boolean {
  return index > 2 && word === words[index - 1] && suffixOf.has(word)
}

function stripPunctuation(words: readonly string[]): readonly string[] {
  return words.map((word) => word.replaceAll(/[,;]|\.(?!\d)/g, '')).filter((word) => word !== '')
}

/** Any line with a digit, and `ONE HOSPITAL DR`. */
export function isStreetLine(words: readonly string[]): boolean {
  const [first = ''] = words
  return (
    words.some((word) => /\d/.test(word)) ||
    (words.length > 2 && numberOf.has(first) && suffixOf.has(words.at(-1)!))
  )
}

function titleCaseStreetWord(word: string, index: number, street: readonly string[]): string {
  if (isOrdinal(word)) return word.toLowerCase()
  if (/\d/.test(word)) return word
  return (
    expandDirectionInStreet(word, index, street) ??
    expandSuffixInStreet(word, index, street) ??
    titleCasePlainWord(word, index, street)
  )
}

/**
 * A direction is after the house number if a name follows (`100 N MAIN ST`, not `100 N ST`), or at the end after a suffix, a
 * number or a name (`235 WOODLAND N`); two letters may also be in between. `MICHAEL E DEBAKEY` has no house number.
 */
function expandDirectionInStreet(word: string, index: number, street: readonly string[]): string | undefined {
  const next = street[index + 1]
  const previous = street[index - 1]
  if (index === 1 && next !== undefined && suffixOf.has(next) && street.length === 3) return undefined
  if (/^[NS][EW]$/.test(word) && index > 0) return expandDirection(word)
  const [house = ''] = street
  const isFirst = index === 1 || (index === 2 && /^\d\/\d$/.test(previous!))
  if (isFirst && next !== undefined)
    return /\d/.test(house) || numberOf.has(house) ? expandDirection(word) : undefined
  if (next !== undefined || previous === undefined) return undefined
  if (/^\d/.test(house) && /^[A-Z]{5,}$/.test(previous) && !suffixOf.has(previous))
    return expandDirection(word)
  if (index < 3) return undefined
  return suffixOf.has(previous) || /\d|^[A-Z]$/.test(previous) || spanishName.test(street.join(' '))
    ? expandDirection(word)
    : undefined
}

/** `1075 CAMINO DEL RIO S` */
const spanishName = / (?:CAMINO|PASEO|VIA|CALLE|AVENIDA) /

/** `ST` is a street at the end and a saint before a name. The other abbreviations are certain at the end or before a number. */
function expandSuffixInStreet(word: string, index: number, street: readonly string[]): string | undefined {
  const next = street[index + 1]
  const direction = directionalWord.has(next ?? '') && (next!.length === 2 || index === street.length - 2)
  const isEnd = index > 0 && (next === undefined || direction || (/\d/.test(next) && word !== 'ML'))
  if (!isEnd && word === 'ST') return 'St.'
  if (!isEnd && word === 'DR')
    return index === 1 || (index === 2 && directionalOf.has(street[1]!)) ? 'Dr.' : 'Drive'
  if (!isEnd && word === 'MT') return suffixOf.get(next!) === 'HWY' ? word : 'Mount'
  if (!isEnd && word === 'FT') return 'Fort'
  if (!isEnd && !unambiguousSuffixes.has(word)) return undefined
  const suffix = suffixOf.get(word)
  return suffix === undefined ? undefined : capitalize(expandSuffix(word, suffix))
}

/** Only abbreviations are expanded. */
function expandSuffix(word: string, suffix: string): string {
  return word === 'SAINT' || word === 'CENTRE' ? word : (suffixWord.get(suffix) ?? word)
}

/** Abbreviations with only one meaning. */
const unambiguousSuffixes = new Set(
  'AVE BLVD RD HWY PKWY PKY LN CIR TER EXPY FWY TPKE RTE TRL BLVRD HTS'.split(' '),
)

function titleCasePlainWord(word: string, index: number, street: readonly string[]): string {
  const [previous, next = ''] = [street[index - 1], street[index + 1]]
  if (/^[A-Z]{2}$/.test(word) && /^\d/.test(next)) return word
  if (/^(?:OF|AND|AT|FOR)$/.test(word) && index > 0) return word.toLowerCase()
  if (/^(?:THE|DE|DEL)$/.test(word) && index > 0 && !/\d/.test(previous!)) return word.toLowerCase()
  if (/^(?:LA|LAS|LOS)$/.test(word) && previous === 'DE') return word.toLowerCase()
  if (word === 'JR') return 'Jr.'
  if (word === 'MC') return 'Mc'
  if (word === 'BUS' && (suffixOf.get(next) === 'HWY' || /^(?:US|RTE?|ROUTE|LOOP)$/.test(next)))
    return 'Business'
  if (word === 'HOSP' && /^(?:PLZ|PLAZA|DR|DRIVE|RD|ROAD|WAY)$/.test(next)) return 'Hospital'
  return expandPlaceAbbreviation(word) ?? mapPieces(word, capitalizeUnlessAbbreviation)
}
