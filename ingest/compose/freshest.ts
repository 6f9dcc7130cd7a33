/** Which of several statements counts: the fresher one; of two of the same day, the one of the lower source id. */
import type { Provenance } from '../facts.ts'

/** `statements` from the most to the least trusted; an undated one is older than any dated one. */
export function freshestFirst<T extends Provenance>(statements: readonly T[]): readonly T[] {
  return statements.length < 2 ? statements : statements.toSorted(byFreshness)
}

export function byFreshness(a: Provenance, b: Provenance): number {
  if (a.asOf !== b.asOf) return (a.asOf ?? '') < (b.asOf ?? '') ? 1 : -1
  return a.source < b.source ? -1 : a.source > b.source ? 1 : 0
}
