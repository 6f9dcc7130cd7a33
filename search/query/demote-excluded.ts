/** Whoever is refused comes after those who are not. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Exclusions } from './extract-exclusions.ts'

/** What is left of what the question refuses: less than would be shown, unless nobody else answers. */
export const excludedWeight = 0.5

/** The scores with less for concepts that only those answer well who are refused. */
export function demoteExcluded(
  scores: Float32Array,
  concepts: readonly Concept[],
  exclusions: Exclusions,
): Float32Array {
  if (exclusions.size === 0) return scores
  return scores.map((score, at) => {
    const best = concepts[at]!.codes.filter(({ weight }) => weight === 1)
    const isExcluded = best.length > 0 && best.every(({ code }) => exclusions.has(code))
    return isExcluded ? excludedWeight * score : score
  })
}
