/** Finds the specialties that a text names, in the words of the taxonomy tables. */
import { isNumber } from './number-words.ts'
import { specialtyNames } from './specialty-names.ts'

interface NamedSpecialty {
  /** The name as written: "Cardiologists". */
  readonly name: string
  /** The index of its first character. */
  readonly at: number
  /** The number before it: "six" in "six cardiologists". */
  readonly number: string | null
}

/**
 * Scans from left to right for the longest name in the tables or in `more` (lower case), so that "family nurse practitioner"
 * is not read as "nurse".
 */
export function* specialtiesIn(text: string, more: ReadonlySet<string>): Generator<NamedSpecialty> {
  const isName = (name: string) => specialtyNames().all.has(name) || more.has(name)
  const wordsMax = Math.max(wordsOfLongestName(), ...[...more].map(wordCount))
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['&/,-][\p{L}\p{N}]+)*/gu)]
  let first = 0
  while (first < words.length) {
    const at = words[first]!.index
    const ends = words.slice(first, first + wordsMax).map(({ 0: word, index }) => index + word.length)
    const longest = ends.findLastIndex((end) => isName(text.slice(at, end).toLowerCase()))
    if (longest >= 0) {
      const before = words[first - 1]?.[0] ?? ''
      const isCounted = isNumber(before) && text.slice(0, at).endsWith(`${before} `)
      yield { name: text.slice(at, ends[longest]), at, number: isCounted ? before : null }
    }
    first += Math.max(longest, 0) + 1
  }
}

let longestWords: number | undefined

function wordsOfLongestName(): number {
  longestWords ??= Math.max(...[...specialtyNames().all].map(wordCount))
  return longestWords
}

function wordCount(name: string): number {
  return name.split(' ').length
}
