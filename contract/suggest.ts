/** Suggests the valid name for a misspelled one, by edit distance. */
import { closest, distance } from 'fastest-levenshtein'

/** One edit is allowed for each five letters, and one in a shorter name. */
const lettersASlip = 5

/** The nearest valid name; null if `name` is valid or no name is near. */
export function suggest(name: string, valid: readonly string[]): string | null {
  const nearest = closest(name, valid)
  const slips = distance(name, nearest)
  return slips > 0 && slips <= Math.max(1, Math.floor(nearest.length / lettersASlip)) ? nearest : null
}
