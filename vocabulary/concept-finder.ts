/** Scores concepts for a text, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import type { ConceptVectors } from './concept-vectors.ts'
import { PhraseIndex } from './phrase-index.ts'

/** Compares texts with concepts by vectors of one model. */
export interface Meaning {
  readonly vectors: ConceptVectors
  /** Text → a new vector of length 1, or of zeros. */
  readonly embed: (text: string) => Float32Array
  /** Converts a similarity to the scale of the built-in model, whose similarities are not converted. */
  readonly convert?: (similarity: number) => number
}

/** 0 to 1 for each concept, in the order of the concepts. */
export interface ConceptScores {
  readonly words: Float32Array
  /** Null if meaning is not compared. */
  readonly meaning: Float32Array | null
}

export class ConceptFinder {
  readonly concepts: readonly Concept[]
  readonly index: PhraseIndex
  /** Null if meaning is not compared. */
  readonly meaning: Meaning | null

  constructor(concepts: readonly Concept[], meaning: Meaning | null, index = new PhraseIndex(concepts)) {
    this.concepts = concepts
    this.index = index
    this.meaning = meaning
  }

  /** Whether concepts are also compared by their meaning. */
  get comparesMeaning(): boolean {
    return this.meaning !== null
  }

  /** The same finder with vectors of another model. */
  withMeaning(meaning: Meaning): ConceptFinder {
    return new ConceptFinder(this.concepts, meaning, this.index)
  }

  /** `stems` are the distinct stems of the text. */
  find(text: string, stems: readonly string[]): ConceptScores {
    if (stems.length === 0) {
      const zeros = new Float32Array(this.concepts.length)
      return { words: zeros, meaning: this.meaning && zeros }
    }
    const words = this.index.scores(stems)
    return { words, meaning: this.meaning && compare(this.meaning, text, words) }
  }
}

function compare({ vectors, embed, convert }: Meaning, text: string, words: Float32Array): Float32Array {
  const similarities = vectors.compare(embed(text), words)
  return convert === undefined ? similarities : similarities.map(convert)
}
