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
import { wordOrAbbreviation } from './abbreviation.ts'
import { capitalize, mapPieces } from './capitalize.ts'
import { directionOf, placeAbbreviation } from './place-abbreviation.ts'
import { startsUnit, unitPhrase } from './unit-phrase.ts'

/** `110 LOCKWOOD ST STE 4` → `110 Lockwood Street, Suite 4` */
export function streetLine(words: readonly string[]): string {
  const bare = bareWords(words).filter((word, at, all) => !repeatsSuffix(word, at, all))
  const box = /^P ?O ?BOX (.+)$/.exec(bare.join(' '))
  if (box !== null) return `PO Box ${box[1]}`
  const units = bare.findIndex((_, at) => at > 0 && startsUnit(bare, at))
  const street = units === -1 ? bare : bare.slice(0, units)
  const spoken = street.map((word, at) => streetWord(word, at, street)).join(' ')
  return units === -1 ? spoken : spoken + unitPhrase(bare.slice(units))
}

/** Removes punctuation, and `#` next to a word with the same meaning. */
export function bareWords(words: readonly string[]): readonly string[] {
  const written = words.some((word) => /[,;.]/.test(word)) ? withoutPunctuation(words) : words
  return written.filter((word, at) => word !== '#' || !unitDesignatorOf.has(written[at - 1] ?? ''))
}

/** `1244 STORRS RD RD`; in `12 PARK PARK` the first is the name. */
function repeatsSuffix(word: string, at: number, words: readonly string[]): boolean {
  return at > 2 && word === words[at - 1] && suffixOf.has(word)
}

function withoutPunctuation(words: readonly string[]): readonly string[] {
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

function streetWord(word: string, at: number, street: readonly string[]): string {
  if (isOrdinal(word)) return word.toLowerCase()
  if (/\d/.test(word)) return word
  return (
    directionInStreet(word, at, street) ??
    suffixInStreet(word, at, street) ??
    plainStreetWord(word, at, street)
  )
}

/**
 * A direction is after the house number if a name follows (`100 N MAIN ST`, not `100 N ST`), or at the end after a suffix, a
 * number or a name (`235 WOODLAND N`); two letters may also be in between. `MICHAEL E DEBAKEY` has no house number.
 */
function directionInStreet(word: string, at: number, street: readonly string[]): string | undefined {
  const next = street[at + 1]
  const previous = street[at - 1]
  if (at === 1 && next !== undefined && suffixOf.has(next) && street.length === 3) return undefined
  if (/^[NS][EW]$/.test(word) && at > 0) return directionOf(word)
  const [house = ''] = street
  const isFirst = at === 1 || (at === 2 && /^\d\/\d$/.test(previous!))
  if (isFirst && next !== undefined)
    return /\d/.test(house) || numberOf.has(house) ? directionOf(word) : undefined
  if (next !== undefined || previous === undefined) return undefined
  if (/^\d/.test(house) && /^[A-Z]{5,}$/.test(previous) && !suffixOf.has(previous)) return directionOf(word)
  if (at < 3) return undefined
  return suffixOf.has(previous) || /\d|^[A-Z]$/.test(previous) || spanishName.test(street.join(' '))
    ? directionOf(word)
    : undefined
}

/** `1075 CAMINO DEL RIO S` */
const spanishName = / (?:CAMINO|PASEO|VIA|CALLE|AVENIDA) /

/** `ST` is a street at the end and a saint before a name. The other abbreviations are certain at the end or before a number. */
function suffixInStreet(word: string, at: number, street: readonly string[]): string | undefined {
  const next = street[at + 1]
  const direction = directionalWord.has(next ?? '') && (next!.length === 2 || at === street.length - 2)
  const ends = at > 0 && (next === undefined || direction || (/\d/.test(next) && word !== 'ML'))
  if (!ends && word === 'ST') return 'St.'
  if (!ends && word === 'DR') return at === 1 || (at === 2 && directionalOf.has(street[1]!)) ? 'Dr.' : 'Drive'
  if (!ends && word === 'MT') return suffixOf.get(next!) === 'HWY' ? word : 'Mount'
  if (!ends && word === 'FT') return 'Fort'
  if (!ends && !sureSuffixes.has(word)) return undefined
  const suffix = suffixOf.get(word)
  return suffix === undefined ? undefined : capitalize(spokenSuffix(word, suffix))
}

/** Only abbreviations are expanded. */
function spokenSuffix(word: string, suffix: string): string {
  return word === 'SAINT' || word === 'CENTRE' ? word : (suffixWord.get(suffix) ?? word)
}

/** Abbreviations with only one meaning. */
const sureSuffixes = new Set('AVE BLVD RD HWY PKWY PKY LN CIR TER EXPY FWY TPKE RTE TRL BLVRD HTS'.split(' '))

function plainStreetWord(word: string, at: number, street: readonly string[]): string {
  const [previous, next = ''] = [street[at - 1], street[at + 1]]
  if (/^[A-Z]{2}$/.test(word) && /^\d/.test(next)) return word
  if (/^(?:OF|AND|AT|FOR)$/.test(word) && at > 0) return word.toLowerCase()
  if (/^(?:THE|DE|DEL)$/.test(word) && at > 0 && !/\d/.test(previous!)) return word.toLowerCase()
  if (/^(?:LA|LAS|LOS)$/.test(word) && previous === 'DE') return word.toLowerCase()
  if (word === 'JR') return 'Jr.'
  if (word === 'MC') return 'Mc'
  if (word === 'HOSP' && /^(?:PLZ|PLAZA|DR|DRIVE|RD|ROAD|WAY)$/.test(next)) return 'Hospital'
  return placeAbbreviation(word) ?? mapPieces(word, wordOrAbbreviation)
}
