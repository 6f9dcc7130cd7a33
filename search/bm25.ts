/**
 * BM25 in whole numbers: how often a term stands in a document becomes a byte, its rarity an integer weight,
 * so that every engine adds to the same sum in any order.
 */

/** How soon repetition stops counting, and how much a long document is marked down (the customary values). */
const saturation = 1.2
const lengthShare = 0.75

/** Repeats beyond this do not count, so that a frequency fits a byte. */
const frequencyMax = 255

/** The impact that a term repeated without end comes close to. */
export const impactMax = 255

/**
 * Steps of weight per unit of idf: 32 terms × idf 17 (8.5 million documents) × 4,096 × 255 stays below 2³⁰.
 */
const weightSteps = 4096

/**
 * What a term adds to a document that holds it `frequency` times: 1 to 255.
 * `length` is the document's number of terms, `averageLength` the mean over the collection.
 */
export function impact(frequency: number, length: number, averageLength: number): number {
  const counted = Math.min(frequency, frequencyMax)
  const damping = saturation * (1 - lengthShare + (lengthShare * length) / averageLength)
  return Math.max(1, Math.round((impactMax * counted) / (counted + damping)))
}

/** How telling a term is: greatest for one that no document holds, at least 1 for one that all hold. */
export function termWeight(documentsWithTerm: number, documents: number): number {
  const idf = Math.log(1 + (documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5))
  return Math.max(1, Math.round(weightSteps * idf))
}

/**
 * Score from 0 to 1: Σ weight × impact, over the same sum with each term's best impact in the collection (for
 * a term that no document holds, `impactLimit`). Four decimals, as the wire shows it, so that what reads
 * equal ranks equal.
 */
export function relevance(sum: number, best: number): number {
  return Math.round((10_000 * sum) / best) / 10_000
}
