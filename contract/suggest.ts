/** Suggests the valid name that a misspelled name probably means. */
import { closest, distance } from 'fastest-levenshtein'

/** One edit per five letters is a likely typo, and one edit in a shorter name. */
const lettersPerEdit = 5

/** Returns the nearest valid name, or null if none is similar or `name` is valid. Two swapped letters are one typo. */
export function suggest(name: string, valid: readonly string[]): string | null {
  const swapped = valid.find((other) => isSwapOf(name, other))
  if (swapped !== undefined) return swapped
  const nearest = closest(name, valid)
  const edits = distance(name, nearest)
  return edits > 0 && edits <= Math.max(1, Math.floor(nearest.length / lettersPerEdit)) ? nearest : null
}

/** Whether the names differ by two neighboring letters in the other order. */
function isSwapOf(name: string, other: string): boolean {
  const first = Array.from(name).findIndex((letter, index) => letter !== other[index])
  if (first === -1 || name.length !== other.length) return false
  return `${name.slice(0, first)}${name[first + 1]}${name[first]}${name.slice(first + 2)}` === other
}
