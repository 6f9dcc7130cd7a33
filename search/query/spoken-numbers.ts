/**
 * Writes ZIP codes that a user dictates as digits or as a number: "oh two nine oh three", "oh two eight double six", "cero dos
 * nueve cero tres", "near ten thousand one".
 */

import { numberWords } from './number-words.ts'

const spokenDigits: ReadonlyMap<string, string> = new Map([
  ['oh', '0'],
  ['o', '0'],
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (word, digit) => [word, String(digit)] as const,
  ),
  ...['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'].map(
    (word, digit) => [word, String(digit)] as const,
  ),
])

/** The number of times that the next digit counts: "double six". */
const repetitions: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['doble', 2],
  ['triple', 3],
])

const zipDigits = 5

/** A ZIP code without its first zero may follow these words: "near two nine oh three". */
const zipCue = /\b(?:near|zip|zipcode|zip code|postal|postal code|cerca del?)$/

/** What a number counts if it is no ZIP code: "near two thousand steps". */
const counted = /^(?:dollars?|dolares|steps?|pasos|calories|units?|people|years?|miles|feet)$/

/** Exactly five digits in a row become a ZIP code; after a word for one, also four digits and a number above a thousand. */
export function writeSpokenNumbers(words: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < words.length; index++) {
    const isAfterCue = zipCue.test(words.slice(Math.max(0, index - 2), index).join(' '))
    const { digits, count } = (isAfterCue ? numberAt(words, index) : null) ?? digitsAt(words, index)
    const isShort = isAfterCue && digits.length === zipDigits - 1 && count > 1
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
  const hundreds = belowHundredAt(words, end)
  const hasHundreds = hundreds.count === 1 && words[end + 1] === 'hundred'
  if (hasHundreds) end += 2
  if (words[end] === 'and') end++
  const rest = belowHundredAt(words, end)
  end += rest.count
  const value = 1000 * thousands.value + (hasHundreds ? 100 * hundreds.value : 0) + rest.value
  return counted.test(words[end] ?? '') ? null : { digits: String(value), count: end - from }
}

/** "ten", "twenty one" or "treinta y uno"; a count of 0 if there is no number. */
function belowHundredAt(
  words: readonly string[],
  from: number,
): { readonly value: number; readonly count: number } {
  const value = belowHundred(words[from])
  if (value === null) return { value: 0, count: 0 }
  const unitAt = words[from + 1] === 'y' ? from + 2 : from + 1
  const unit = value >= 20 && value % 10 === 0 ? belowHundred(words[unitAt]) : null
  return unit !== null && unit > 0 && unit < 10
    ? { value: value + unit, count: unitAt + 1 - from }
    : { value, count: 1 }
}

function belowHundred(word = ''): number | null {
  const value = word === 'uno' ? 1 : (numberWords.get(word) ?? null)
  return word.length > 2 && value !== null && Number.isInteger(value) && value < 100 ? value : null
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
  return spokenDigits.get(word) ?? (/^\d$/.test(word) ? word : null)
}
