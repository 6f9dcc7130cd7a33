/**
 * Typical similarities of a model. The weights of the search were chosen for those of the built-in model, so the similarities of
 * another model are converted to its scale.
 */
import type { Concept } from './concept.ts'
import type { ConceptVectors } from './concept-vectors.ts'

/** Mean similarities of phrases to concepts, 0 to 1. */
export interface SimilarityScale {
  /** To a concept that does not have the phrase. */
  readonly unrelated: number
  /** To the concept of the phrase without the phrase itself. */
  readonly related: number
  /** To the concept of the phrase. */
  readonly same: number
}

/** Phrases in the sample; other samples of this size differ by about 0.01. */
const sampleMax = 1000

/** Measures every n-th phrase, and yields after each. `embed` returns the vector of a phrase, which `vectors` contain. */
export function* measureScale(
  concepts: readonly Concept[],
  vectors: ConceptVectors,
  embed: (text: string) => Float32Array,
): Generator<void, SimilarityScale> {
  const all = concepts.flatMap(({ phrases }, concept) =>
    phrases.length === 1 ? [] : phrases.map(({ text }, number) => ({ text, concept, number })),
  )
  const step = Math.ceil(all.length / sampleMax)
  const sample = all.filter((_, index) => index % step === 0)
  const sum = { unrelated: 0, related: 0, same: 0 }
  for (const [index, { text, concept, number }] of sample.entries()) {
    const vector = embed(text)
    const other = (concept + 1 + (index % (concepts.length - 1))) % concepts.length
    sum.unrelated += vectors.compareWith(other, vector)
    sum.related += vectors.compareWith(concept, vector, number)
    sum.same += vectors.compareWith(concept, vector)
    yield
  }
  return {
    unrelated: sum.unrelated / sample.length,
    related: sum.related / sample.length,
    same: sum.same / sample.length,
  }
}

/** Whether the model can tell related texts from others. */
export function isUsable({ unrelated, related, same }: SimilarityScale): boolean {
  return related - unrelated > 0.05 && same - related > 0.01
}

/** Converts similarities linearly between the points of the scale. */
export function scaleConverter(from: SimilarityScale, to: SimilarityScale): (similarity: number) => number {
  const [inputs, outputs] = [from, to].map(({ unrelated, related, same }) => [0, unrelated, related, same, 1])
  return (similarity) => {
    if (similarity <= 0) return 0
    const next = inputs!.findIndex((input, index) => index > 0 && similarity <= input)
    if (next === -1) return 1
    const share = (similarity - inputs![next - 1]!) / (inputs![next]! - inputs![next - 1]!)
    return outputs![next - 1]! + share * (outputs![next]! - outputs![next - 1]!)
  }
}
