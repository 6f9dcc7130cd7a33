/** Scores concepts for a text, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import { VectorSet } from './vector-set.ts'
import { PhraseIndex } from './phrase-index.ts'
import { normalize } from './normalize.ts'

/** Text → a new vector of length 1, or of zeros; null if meaning is not compared. */
export type Embed = ((text: string) => Float32Array) | null

/** The weights of the similarity to the nearest phrase of a concept, and of the similarity to the center of its phrases. */
const similarityWeights = { nearest: 0.85, center: 0.15 } as const

/** Phrases are compared for the concepts with the most similar centers, and for all concepts with this lexical score. */
const comparedConceptsMax = 40
const comparedWordScoreMin = 0.5

/** 0 to 1 for each concept, in the order of the concepts. */
export interface ConceptScores {
  readonly words: Float32Array
  /** Null if meaning is not compared. */
  readonly meaning: Float32Array | null
}

export class ConceptFinder {
  readonly concepts: readonly Concept[]
  readonly index: PhraseIndex
  readonly #embed: Embed
  readonly #vectors: ConceptVectors | null

  constructor(concepts: readonly Concept[], embed: Embed) {
    this.concepts = concepts
    this.index = new PhraseIndex(concepts)
    this.#embed = embed
    this.#vectors = embed && embedConcepts(concepts, embed)
  }

  /** Whether concepts are also compared by their meaning. */
  get comparesMeaning(): boolean {
    return this.#embed !== null
  }

  /** `stems` are the distinct stems of the text. */
  find(text: string, stems: readonly string[]): ConceptScores {
    if (stems.length === 0) {
      const zeros = new Float32Array(this.concepts.length)
      return { words: zeros, meaning: this.#embed && zeros }
    }
    const words = this.index.scores(stems)
    return { words, meaning: this.#embed && this.#computeSimilarities(this.#embed(text), words) }
  }

  #computeSimilarities(vector: Float32Array, words: Float32Array): Float32Array {
    const { centers, phrases, starts } = this.#vectors!
    centers.setQuery(vector)
    phrases.setQuery(vector)
    const centerSimilarities = words.map((_, index) => centers.maxSimilarity(index, index + 1))
    const centerScoreMin = centerSimilarities.toSorted().at(-comparedConceptsMax) ?? -1
    return centerSimilarities.map((center, index) => {
      if (center < centerScoreMin && words[index]! < comparedWordScoreMin) return 0
      const nearest = Math.max(0, phrases.maxSimilarity(starts[index]!, starts[index + 1]!))
      return Math.max(0, similarityWeights.nearest * nearest + similarityWeights.center * center)
    })
  }
}

interface ConceptVectors {
  /** One vector per concept. */
  readonly centers: VectorSet
  /** The phrases of all concepts, in order, each scaled by its weight. */
  readonly phrases: VectorSet
  /** The index of the first phrase of each concept, and last the number of all phrases. */
  readonly starts: readonly number[]
}

function embedConcepts(concepts: readonly Concept[], embed: NonNullable<Embed>): ConceptVectors {
  const { length: dimension } = embed('')
  const starts = [0]
  for (const { phrases } of concepts) starts.push(starts.at(-1)! + phrases.length)
  const centers = new VectorSet(concepts.length, dimension)
  const phrases = new VectorSet(starts.at(-1)!, dimension)
  for (const [index, concept] of concepts.entries()) {
    const center = new Float32Array(dimension)
    for (const [phraseIndex, { text, weight }] of concept.phrases.entries()) {
      const vector = embed(text)
      for (let i = 0; i < dimension; i++) {
        vector[i]! *= weight
        center[i]! += vector[i]!
      }
      phrases.set(starts[index]! + phraseIndex, vector)
    }
    centers.set(index, normalize(center))
  }
  return { centers, phrases, starts }
}
