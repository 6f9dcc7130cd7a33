/** Scores concepts for a text, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import { VectorSet } from './vector-set.ts'
import { PhraseIndex } from './phrase-index.ts'
import { normalize } from './normalize.ts'

/** Text → a new vector of length 1, or of zeros; null if meaning is not compared. */
export type Embed = ((text: string) => Float32Array) | null

/** Similarity to a concept combines that to its nearest phrase and that to the center of its phrases. */
const shares = { nearest: 0.7, center: 0.3 } as const

/** Phrases are compared for this many concepts, those with the most similar centers, and for all with this lexical score. */
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

  /** Whether concepts are compared by their meaning too. */
  get comparesMeaning(): boolean {
    return this.#embed !== null
  }

  /** `stems` are the distinct stems of the text. */
  find(text: string, stems: readonly string[]): ConceptScores {
    if (stems.length === 0) {
      const nothing = new Float32Array(this.concepts.length)
      return { words: nothing, meaning: this.#embed && nothing }
    }
    const words = this.index.scores(stems)
    return { words, meaning: this.#embed && this.#similarities(this.#embed(text), words) }
  }

  #similarities(vector: Float32Array, words: Float32Array): Float32Array {
    const { centers, phrases, starts } = this.#vectors!
    centers.setQuery(vector)
    phrases.setQuery(vector)
    const likeCenter = words.map((_, at) => centers.maxSimilarity(at, at + 1))
    const centerScoreMin = likeCenter.toSorted().at(-comparedConceptsMax) ?? -1
    return likeCenter.map((center, at) => {
      if (center < centerScoreMin && words[at]! < comparedWordScoreMin) return 0
      const nearest = Math.max(0, phrases.maxSimilarity(starts[at]!, starts[at + 1]!))
      return Math.max(0, shares.nearest * nearest + shares.center * center)
    })
  }
}

interface ConceptVectors {
  /** One vector per concept. */
  readonly centers: VectorSet
  /** The phrases of all concepts, in order, each scaled by its weight. */
  readonly phrases: VectorSet
  /** Where the phrases of each concept begin, and the end of the last. */
  readonly starts: readonly number[]
}

function embedConcepts(concepts: readonly Concept[], embed: NonNullable<Embed>): ConceptVectors {
  const { length: dimension } = embed('')
  const starts = [0]
  for (const { phrases } of concepts) starts.push(starts.at(-1)! + phrases.length)
  const centers = new VectorSet(concepts.length, dimension)
  const phrases = new VectorSet(starts.at(-1)!, dimension)
  for (const [at, concept] of concepts.entries()) {
    const center = new Float32Array(dimension)
    for (const [phrase, { text, weight }] of concept.phrases.entries()) {
      const vector = embed(text)
      for (let of = 0; of < dimension; of++) {
        vector[of]! *= weight
        center[of]! += vector[of]!
      }
      phrases.set(starts[at]! + phrase, vector)
    }
    centers.set(at, normalize(center))
  }
  return { centers, phrases, starts }
}
