/**
 * BM25 in integers: the frequency of a term in a document becomes a byte, its rarity an integer weight, so that every engine
 * computes the same sum in any order.
 */

/** BM25 parameters k1 and b, at their customary values. */
const saturation = 1.2
const lengthShare = 0.75

/** Further repeats do not count, so that a frequency fits a byte. */
const frequencyMax = 255

/** The limit of the impact of an endlessly repeated term. */
export const impactMax = 255

/**
 * Steps of weight per unit of idf: 32 terms × idf 17 (8.5 million documents) × 4,096 × 255 stays below 2³⁰.
 */
const weightSteps = 4096

/**
 * What a term with this `frequency` adds to a document: 1 to 255. `length` is the number of terms in the document,
 * `averageLength` the mean of the collection.
 */
export function impact(frequency: number, length: number, averageLength: number): number {
  const counted = Math.min(frequency, frequencyMax)
  const damping = saturation * (1 - lengthShare + (lengthShare * length) / averageLength)
  return Math.max(1, Math.round((impactMax * counted) / (counted + damping)))
}

/** Inverse document frequency: greatest for a term of no document, at least 1 for a term of all. */
export function termWeight(documentsWithTerm: number, documents: number): number {
  const idf = Math.log(1 + (documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5))
  return Math.max(1, Math.round(weightSteps * idf))
}

/**
 * Score from 0 to 1: Σ weight × impact, divided by the same sum with each term's best impact in the collection (`impactMax` for
 * a term of no document). Four decimals, like responses, so that equal scores rank equally.
 */
export function relevance(sum: number, best: number): number {
  return Math.round((10_000 * sum) / best) / 10_000
}
