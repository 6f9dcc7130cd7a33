/** Ranks excluded kinds of clinicians after the others. */
import type { Concept } from '@careatlas/vocabulary/concept'
import type { Exclusions } from './extract-exclusions.ts'

/** Weight of an excluded code: low enough to be withheld unless nothing else matches. */
export const excludedWeight = 0.5

/** Lowers the scores of concepts whose best codes are all excluded. */
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
