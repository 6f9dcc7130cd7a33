/**
 * BM25 in integers: the frequency of a term in a document becomes a byte, its rarity an integer weight, so that every engine
 * computes the same sum in any order.
 */

/** The BM25 parameters at their customary values. */
const k1 = 1.2
const b = 0.75

/** Higher frequencies count as this one, so that a frequency fits a byte. */
const frequencyMax = 255

/** The impact that a term approaches the more often a document repeats it. */
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
  const capped = Math.min(frequency, frequencyMax)
  const damping = k1 * (1 - b + (b * length) / averageLength)
  return Math.max(1, Math.round((impactMax * capped) / (capped + damping)))
}

/** Inverse document frequency: greatest for a term that no document contains, at least 1 for a term that all contain. */
export function termWeight(documentsWithTerm: number, documents: number): number {
  const idf = Math.log(1 + (documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5))
  return Math.max(1, Math.round(weightSteps * idf))
}

/**
 * Score from 0 to 1: Σ weight × impact, divided by the same sum with each term's best impact in the collection (`impactMax` for
 * a term that no document contains). Four decimals, like responses, so that equal scores rank equally.
 */
export function relevance(sum: number, best: number): number {
  return Math.round((10_000 * sum) / best) / 10_000
}
