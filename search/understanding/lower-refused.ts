/** Whoever is refused comes after those who are not. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Refusals } from './asked-refusals.ts'

/** What is left of what the question refuses: less than would be shown, unless nobody else answers. */
export const refusedWeight = 0.5

/** The scores with less for concepts that only those answer well who are refused. */
export function lowerRefused(
  scores: Float32Array,
  concepts: readonly Concept[],
  refusals: Refusals,
): Float32Array {
  if (refusals.size === 0) return scores
  return scores.map((score, at) => {
    const best = concepts[at]!.codes.filter(({ weight }) => weight === 1)
    const refused = best.length > 0 && best.every(({ code }) => refusals.has(code))
    return refused ? refusedWeight * score : score
  })
}
