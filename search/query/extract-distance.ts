/** Extracts the distance within which a query wants care: "within ten miles of 10001", "a 5 millas de Boston". */
import { radiusMilesMax, radiusMilesMin } from '@careatlas/contract/parameters'
import { numberWords } from './number-words.ts'
import { type Extraction, queryTokensMax } from './token-cursor.ts'

/**
 * Of several distances the last one counts, within the bounds of `radius_miles`; `isReduced` if it is greater. "near" replaces the words before a place, so that they are a cue. A time
 * ("within 20 minutes of Boston") is removed, too, and is no distance.
 */
export function extractDistance(
  tokens: readonly string[],
): Extraction<number | null> & { readonly isReduced: boolean } {
  let found: number | null = null
  let isReduced = false
  const rest: string[] = []
  for (let index = 0; index < tokens.length; index++) {
    const distance = index < queryTokensMax ? distanceAt(tokens, index) : null
    if (distance === null) rest.push(tokens[index]!)
    else {
      if (distance.miles !== null) {
        found = clampRadius(distance.miles)
        isReduced = distance.miles > radiusMilesMax
      }
      if (distance.precedesPlace) rest.push('near')
      index = distance.to - 1
    }
  }
  return { found, rest, isReduced }
}

interface Distance {
  /** Null for a time. */
  readonly miles: number | null
  /** The index after its words. */
  readonly to: number
  /** Whether its place follows: "of 10001". */
  readonly precedesPlace: boolean
}

const kilometer = 1 / 1.609344

/** In miles; null for a time. */
const units: Readonly<Record<string, number | null>> = {
  mile: 1,
  miles: 1,
  mi: 1,
  milla: 1,
  millas: 1,
  km: kilometer,
  kilometer,
  kilometers: kilometer,
  kilometro: kilometer,
  kilometros: kilometer,
  minutes: null,
  minutos: null,
}

/** A limit of the search. */
const strong =
  'within|inside of|dentro de|a menos de|no mas de|(?:in|en) (?:a|un) (?:radius|radio) (?:of|de)|willing to (?:drive|travel)(?: up to)?'

/** Also in the description of a need ("I can walk up to 5 miles"), unless "of", "from" or "radius" follows. */
const weak = 'less than|under|up to|(?:no|not) more than|at most|maximum|max|about|around|menos de|hasta|a|an'

const distancePattern = new RegExp(
  `^(?:(?<strong>${strong}) )?(?:(?:${weak}) ){0,2}` +
    String.raw`(?<number>\d{1,3}(?: \d)?|[a-z]{1,11}(?: [a-z]{1,7}){0,2}) ?` +
    `(?<unit>${Object.keys(units)
      .toSorted((a, b) => b.length - a.length)
      .join('|')})` +
    '(?: (?<suffix>(?:radius|de radio|away|or less|o menos)(?: (?:of|from|around|de|del))?|of|from|de|del))?(?= |$)',
)

const distanceWordsMax = 16

/** The distance that begins at an index; null if none does. */
export function distanceAt(tokens: readonly string[], from: number): Distance | null {
  const text = tokens.slice(from, from + distanceWordsMax).join(' ')
  const match = distancePattern.exec(text)
  const { strong: limit, number = '', unit = '', suffix = '' } = match?.groups ?? {}
  const isLimit = limit !== undefined || /^(?:radius|de radio|away|from|de\b|del\b)/.test(suffix)
  const value = isLimit || isWeakLimit(match?.[0] ?? '', suffix) ? parseNumber(number) : null
  if (match === null || value === null) return null
  const unitMiles = units[unit] ?? null
  return {
    miles: unitMiles === null ? null : value * unitMiles,
    to: from + match[0].split(' ').length,
    precedesPlace: /(?:of|from|around|de|del)$/.test(suffix),
  }
}

/** Whether a word like "under" and "of" are around the number: "less than 5 miles of". */
function isWeakLimit(words: string, suffix: string): boolean {
  return suffix !== '' && new RegExp(`^(?:${weak}) `).test(words)
}

/** The value of "10", "2 5" (2.5), "twenty five", "treinta y cinco", "a hundred" or "half a". */
function parseNumber(text: string): number | null {
  if (/^\d/.test(text)) return Number(text.replace(' ', '.'))
  const values = text
    .replace(' y ', ' ')
    .split(' ')
    .map((word) => numberWords.get(word) ?? null)
  if (values.some((value) => value === null)) return null
  const [first, second = 0] = values as readonly number[]
  if (text.startsWith('half ')) return 0.5
  return second === 100 ? first! * 100 : values.length > 1 && first! < 20 ? null : first! + second
}

function clampRadius(miles: number): number {
  return Math.min(radiusMilesMax, Math.max(radiusMilesMin, Math.round(miles * 100) / 100))
}
