/** Writes ZIP codes that a user dictates as digits: "oh two nine oh three". */

const spokenDigits: ReadonlyMap<string, string> = new Map([
  ['oh', '0'],
  ['o', '0'],
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (word, digit) => [word, String(digit)] as const,
  ),
])

const zipDigits = 5

/** Exactly five digits in a row become a ZIP code. */
export function writeSpokenNumbers(words: readonly string[]): readonly string[] {
  const written: string[] = []
  for (let index = 0; index < words.length; index++) {
    const digits = digitsAt(words, index)
    if (digits.length === zipDigits) {
      written.push(digits)
      index += countDigitWords(words, index) - 1
    } else if (digits === '') written.push(words[index]!)
    else {
      const end = index + countDigitWords(words, index)
      written.push(...words.slice(index, end))
      index = end - 1
    }
  }
  return written
}

/** The number of words from `from` that are spoken or single written digits. */
function countDigitWords(words: readonly string[], from: number): number {
  let end = from
  while (end < words.length && digitOf(words[end]!) !== null) end++
  return end - from
}

function digitsAt(words: readonly string[], from: number): string {
  return words
    .slice(from, from + countDigitWords(words, from))
    .map(digitOf)
    .join('')
}

function digitOf(word: string): string | null {
  return spokenDigits.get(word) ?? (/^\d$/.test(word) ? word : null)
}
