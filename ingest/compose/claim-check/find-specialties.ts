/** Finds the specialties that a text names, in the words of the taxonomy tables. */
import { isNumber } from './number-words.ts'
import { specialtyNames } from './specialty-names.ts'

interface NamedSpecialty {
  /** The name as written: "Cardiologists". */
  readonly name: string
  /** The index of its first character. */
  readonly start: number
  /** The number before it: "six" in "six cardiologists". */
  readonly number: string | null
}

/**
 * Scans from left to right for the longest name in the tables or in `additionalNames` (lower case), so that "family nurse
 * practitioner" is not read as "nurse".
 */
export function* findSpecialties(
  text: string,
  additionalNames: ReadonlySet<string>,
): Generator<NamedSpecialty> {
  const isName = (name: string) => specialtyNames().all.has(name) || additionalNames.has(name)
  const wordsMax = Math.max(longestNameWordCount(), ...[...additionalNames].map(wordCount))
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['&/,-][\p{L}\p{N}]+)*/gu)]
  let firstWord = 0
  while (firstWord < words.length) {
    const start = words[firstWord]!.index
    const ends = words.slice(firstWord, firstWord + wordsMax).map(({ 0: word, index }) => index + word.length)
    const longest = ends.findLastIndex((end) => isName(text.slice(start, end).toLowerCase()))
    if (longest >= 0) {
      const before = words[firstWord - 1]?.[0] ?? ''
      const isCounted = isNumber(before) && text.slice(0, start).endsWith(`${before} `)
      yield { name: text.slice(start, ends[longest]), start, number: isCounted ? before : null }
    }
    firstWord += Math.max(longest, 0) + 1
  }
}

let longestNameWords: number | undefined

function longestNameWordCount(): number {
  longestNameWords ??= Math.max(...[...specialtyNames().all].map(wordCount))
  return longestNameWords
}

function wordCount(name: string): number {
  return name.split(' ').length
}
