/** Writes ZIP codes that a user dictates as digits: "oh two nine oh three", "oh two eight double six", "cero dos nueve cero tres". */

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
const zipCue = /\b(?:near|zip|zipcode|zip code|postal|postal code)$/

/** Exactly five digits in a row become a ZIP code, also four after a word for one. */
export function writeSpokenNumbers(words: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < words.length; index++) {
    const { digits, count } = digitsAt(words, index)
    const isShort =
      digits.length === zipDigits - 1 &&
      count > 1 &&
      zipCue.test(words.slice(Math.max(0, index - 2), index).join(' '))
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
