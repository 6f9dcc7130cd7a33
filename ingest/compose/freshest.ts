/** Which of several statements counts: the fresher one; of two of the same day, the one of the lower source id. */
import { compareText } from '../compare-text.ts'
import type { Provenance } from '../facts.ts'
import { isLater } from '../later-date.ts'

/** `statements` from the most to the least trusted; an undated one is older than any dated one. */
export function freshestFirst<T extends Provenance>(statements: readonly T[]): readonly T[] {
  return statements.length < 2 ? statements : statements.toSorted(byFreshness)
}

/** Sorts the most trusted first. */
export function byFreshness(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return isLater(a.asOf, b.asOf) ? -1 : 1
  return compareText(a.source, b.source)
}
