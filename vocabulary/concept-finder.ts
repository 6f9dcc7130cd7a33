/** Text to concepts: how well each concept answers a question, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import { VectorSet } from './vector-set.ts'
import { PhraseIndex } from './phrase-index.ts'
import { normalized } from './normalized.ts'

/** Text → a vector of length 1, or of zeros; null where meaning is not compared. */
export type Embed = ((text: string) => Float32Array) | null

/** Likeness to a concept is that to its nearest phrase and to all of them together. */
const shares = { nearest: 0.7, center: 0.3 } as const

/** The single phrases are compared of so many concepts, those with the likest centers, and of all whose words score so much. */
const comparedConceptsMax = 40
const comparedWordScoreMin = 0.5

/** How well each concept answers, in the order of the concepts: 0 to 1. */
export interface ConceptScores {
  readonly words: Float32Array
  /** Null where meaning is not compared. */
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

  /** Whether concepts are found by their meaning too, not by their words alone. */
  get comparesMeaning(): boolean {
    return this.#embed !== null
  }

  /** `stems` are those of the text, each once. */
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
  /** A concept each. */
  readonly centers: VectorSet
  /** Those of all concepts, one after the other, each times its phrase's weight. */
  readonly phrases: VectorSet
  /** Where the phrases of each concept begin, and after the last where they end. */
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
      const vector = embed(text).map((value) => weight * value)
      phrases.set(starts[at]! + phrase, vector)
      vector.forEach((value, of) => (center[of]! += value))
    }
    centers.set(at, normalized(center))
  }
  return { centers, phrases, starts }
}
