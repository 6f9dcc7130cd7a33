/** Names that are nearly one of those that there are. */
import { closest, distance } from 'fastest-levenshtein'

/** In so many letters there may be one slip; in a shorter name, too. */
const lettersASlip = 5

/** The name that was meant, null where none is near. */
export function suggest(name: string, valid: readonly string[]): string | null {
  const nearest = closest(name, valid)
  const slips = distance(name, nearest)
  return slips > 0 && slips <= Math.max(1, Math.floor(nearest.length / lettersASlip)) ? nearest : null
}
