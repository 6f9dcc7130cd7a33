/** The vectors of all phrases by one embedder, to compare a text with concepts by its meaning. */
import type { Concept } from './concept.ts'
import { normalize } from './normalize.ts'
import { VectorSet } from './vector-set.ts'

/** The weights of the similarity to the nearest phrase of a concept, and of the similarity to the center of its phrases. */
const similarityWeights = { nearest: 0.85, center: 0.15 } as const

/** Phrases are compared for the concepts with the most similar centers, and for all concepts with this lexical score. */
const comparedConceptsMax = 40
const comparedWordScoreMin = 0.5

type EmbedPhrase = (text: string) => Float32Array

export class ConceptVectors {
  readonly dimension: number
  /** One vector per concept. */
  readonly #centers: VectorSet
  /** The phrases of all concepts, in order, each scaled by its weight. */
  readonly #phrases: VectorSet
  /** The index of the first phrase of each concept, and last the number of all phrases. */
  readonly #starts: readonly number[]

  private constructor(concepts: readonly Concept[], dimension: number) {
    const starts = [0]
    for (const { phrases } of concepts) starts.push(starts.at(-1)! + phrases.length)
    this.dimension = dimension
    this.#starts = starts
    this.#centers = new VectorSet(concepts.length, dimension)
    this.#phrases = new VectorSet(starts.at(-1)!, dimension)
  }

  /** Yields after each concept. `embed` returns a new vector of length 1, or of zeros. */
  static *create(
    concepts: readonly Concept[],
    dimension: number,
    embed: EmbedPhrase,
  ): Generator<void, ConceptVectors> {
    const vectors = new ConceptVectors(concepts, dimension)
    for (const [index, concept] of concepts.entries()) {
      vectors.#embed(index, concept, embed)
      yield
    }
    return vectors
  }

  /** Vectors with the integers that `store` returned; null if their number is not that of these concepts. */
  static restore(
    concepts: readonly Concept[],
    dimension: number,
    numbers: Int16Array,
  ): ConceptVectors | null {
    const vectors = new ConceptVectors(concepts, dimension)
    const { numbers: centers } = vectors.#centers
    const { numbers: phrases } = vectors.#phrases
    if (numbers.length !== centers.length + phrases.length) return null
    centers.set(numbers.subarray(0, centers.length))
    phrases.set(numbers.subarray(centers.length))
    return vectors
  }

  /** The integers of the centers, then those of the phrases. */
  store(): Int16Array {
    const { numbers: centers } = this.#centers
    const { numbers: phrases } = this.#phrases
    const numbers = new Int16Array(centers.length + phrases.length)
    numbers.set(centers)
    numbers.set(phrases, centers.length)
    return numbers
  }

  #embed(index: number, concept: Concept, embed: EmbedPhrase): void {
    const center = new Float32Array(this.dimension)
    for (const [phraseIndex, { text, weight }] of concept.phrases.entries()) {
      const vector = embed(text)
      for (let i = 0; i < center.length; i++) {
        vector[i]! *= weight
        center[i]! += vector[i]!
      }
      this.#phrases.set(this.#starts[index]! + phraseIndex, vector)
    }
    this.#centers.set(index, normalize(center))
  }

  /** The similarity of each concept to the text with this vector, 0 to 1. `words` are the lexical scores of the concepts. */
  compare(vector: Float32Array, words: Float32Array): Float32Array {
    this.#setQuery(vector)
    const centers = this.#centers.similarities(0, words.length)
    const centerScoreMin = nthGreatest(centers, comparedConceptsMax)
    const scores = new Float32Array(words.length)
    for (let index = 0; index < scores.length; index++) {
      if (centers[index]! < centerScoreMin && words[index]! < comparedWordScoreMin) continue
      const nearest = this.#phrases.maxSimilarity(this.#starts[index]!, this.#starts[index + 1]!)
      scores[index] = combine(nearest, centers[index]!)
    }
    return scores
  }

  /** The similarity of a concept to the text with this vector; without the phrase with the number `omitted` of this concept. */
  compareWith(concept: number, vector: Float32Array, omitted: number | null = null): number {
    this.#setQuery(vector)
    const [first, end] = [this.#starts[concept]!, this.#starts[concept + 1]!]
    const middle = omitted === null ? end : first + omitted
    const nearest = Math.max(
      this.#phrases.maxSimilarity(first, middle),
      this.#phrases.maxSimilarity(middle + 1, end),
    )
    return combine(nearest, this.#centers.maxSimilarity(concept, concept + 1))
  }

  #setQuery(vector: Float32Array): void {
    this.#centers.setQuery(vector)
    this.#phrases.setQuery(vector)
  }
}

function combine(nearest: number, center: number): number {
  return Math.max(0, similarityWeights.nearest * Math.max(0, nearest) + similarityWeights.center * center)
}

/** The value that `n - 1` others reach or exceed; -Infinity if there are fewer than `n`. Sorting all takes five times as long. */
function nthGreatest(values: Float64Array, n: number): number {
  /** Ascending. */
  const greatest = new Float64Array(n).fill(-Infinity)
  for (const value of values) {
    if (value <= greatest[0]!) continue
    let at = 1
    for (; at < n && greatest[at]! < value; at++) greatest[at - 1] = greatest[at]!
    greatest[at - 1] = value
  }
  return greatest[0]!
}
