/** Suggests the valid name that a misspelled name probably means. */
import { closest, distance } from 'fastest-levenshtein'

/** One edit per five letters is a likely typo, and one edit in a shorter name. */
const lettersPerEdit = 5

/** Returns the nearest valid name, or null if none is similar or `name` is valid. */
export function suggest(name: string, valid: readonly string[]): string | null {
  const nearest = closest(name, valid)
  const edits = distance(name, nearest)
  return edits > 0 && edits <= Math.max(1, Math.floor(nearest.length / lettersPerEdit)) ? nearest : null
}
