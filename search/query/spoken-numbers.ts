/**
 * Writes ZIP codes that a user dictates as digits or as a number: "oh two nine oh three", "oh two eight double six", "cero dos
 * nueve cero tres", "near ten thousand one".
 */

import { numberWords } from './number-words.ts'

/** The number of times that the next digit counts: "double six". */
const repetitions: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['doble', 2],
  ['triple', 3],
])

const zipDigits = 5

/** A ZIP code without its first zero may follow these words: "near two nine oh three". */
const zipCue = /\b(?:near|zip|zipcode|zip code|postal|postal code|cerca del?)$/

/** After these words, also a number above a thousand may lack the first zero: "zip two thousand nine hundred three". */
const zipWord = /\b(?:zip|zipcode|zip code|postal|postal code)$/

/** What a number counts if it is no ZIP code: "near two thousand steps". */
const counted = /^(?:dollars?|dolares|steps?|pasos|calories|units?|people|years?|miles|feet)$/

/** Exactly five digits in a row become a ZIP code; after a cue, also four digits and a number above a thousand. */
export function writeSpokenNumbers(words: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < words.length; index++) {
    const cue = words.slice(Math.max(0, index - 2), index).join(' ')
    const number = zipCue.test(cue) ? numberAt(words, index) : null
    const { digits, count } = number ?? digitsAt(words, index)
    // "Near one thousand oaks" has no ZIP code.
    const mayLackZero = (number === null ? zipCue : zipWord).test(cue)
    const isShort = mayLackZero && digits.length === zipDigits - 1 && count > 1
    if (digits.length === zipDigits || isShort) written.push(digits.padStart(zipDigits, '0'))
    else written.push(...words.slice(index, index + Math.max(1, count)))
    index += Math.max(0, count - 1)
  }
  return written
}

interface SpokenDigits {
  readonly digits: string
  /** The number of words. */
  readonly count: number
}

/** A number above a thousand from `from`: "ten thousand one", "sixty thousand six hundred and one"; null if none is there. */
function numberAt(words: readonly string[], from: number): SpokenDigits | null {
  const thousands = belowHundredAt(words, from)
  if (thousands.count === 0 || !/^(?:thousand|mil)$/.test(words[from + thousands.count] ?? '')) return null
  let end = from + thousands.count + 1
  const hundreds = hundredsAt(words, end)
  end += hundreds.count
  if (words[end] === 'and') end++
  const rest = belowHundredAt(words, end)
  end += rest.count
  const value = 1000 * thousands.value + hundreds.value + rest.value
  return counted.test(words[end] ?? '') ? null : { digits: String(value), count: end - from }
}

interface SpokenNumber {
  readonly value: number
  /** The number of words; 0 if there is no number. */
  readonly count: number
}

/** "six hundred" or "seiscientos" */
function hundredsAt(words: readonly string[], from: number): SpokenNumber {
  const { value, count } = belowHundredAt(words, from)
  if (count === 1 && words[from + 1] === 'hundred') return { value: 100 * value, count: 2 }
  const hundreds = numberWords.get(words[from] ?? '') ?? 0
  return hundreds >= 100 ? { value: hundreds, count: 1 } : { value: 0, count: 0 }
}

/** "ten", "twenty one" or "treinta y uno" */
function belowHundredAt(words: readonly string[], from: number): SpokenNumber {
  const value = belowHundred(words[from])
  if (value === null) return { value: 0, count: 0 }
  const unitAt = words[from + 1] === 'y' ? from + 2 : from + 1
  const unit = value >= 20 && value % 10 === 0 ? belowHundred(words[unitAt]) : null
  return unit !== null && unit > 0 && unit < 10
    ? { value: value + unit, count: unitAt + 1 - from }
    : { value, count: 1 }
}

/** Null for "a", "un" and "half". */
function belowHundred(word = ''): number | null {
  const value = word.length > 2 ? (numberWords.get(word) ?? null) : null
  return value !== null && Number.isInteger(value) && value < 100 ? value : null
}

/** The words from `from` that are spoken or single written digits. */
function digitsAt(words: readonly string[], from: number): SpokenDigits {
  let digits = ''
  let end = from
  while (end < words.length) {
    const times = repetitions.get(words[end]!)
    const digit = digitOf(words[times === undefined ? end : end + 1] ?? '')
    if (digit === null) break
    digits += digit.repeat(times ?? 1)
    end += times === undefined ? 1 : 2
  }
  return { digits, count: end - from }
}

function digitOf(word: string): string | null {
  if (/^(?:\d|oh?)$/.test(word)) return word.replace(/oh?/, '0')
  const value = belowHundred(word)
  return value !== null && value < 10 ? String(value) : null
}
