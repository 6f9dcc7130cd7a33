/** Detects requests that no healthcare directory answers, even if the query also names a symptom. */
import { isPresent, readRedFlags } from './triage/red-flag.ts'

const { flags } = readRedFlags(import.meta.dirname, 'out-of-scope.txt')

/** `words` are in corrected spelling. */
export function isOutOfScope(words: readonly string[]): boolean {
  const text = words.join(' ')
  return flags.some((flag) => isPresent(flag, text))
}
