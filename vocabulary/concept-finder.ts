/** Text to concepts: how well each concept answers a question, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import { PhraseIndex } from './phrase-index.ts'
import { normalized } from './static-model.ts'

/** Text → a vector of length 1, or of zeros; null where meaning is not compared. */
export type Embed = ((text: string) => Float32Array) | null

/** Likeness to a concept is that to its nearest phrase and to all of them together. */
const shares = { nearest: 0.7, center: 0.3 } as const

/** Of how many concepts, those with the likest centers, the single phrases are compared. */
const compared = 40

interface Meaning {
  readonly center: Float32Array
  readonly phrases: readonly { readonly vector: Float32Array; readonly weight: number }[]
}

/** How well each concept answers, in the order of the concepts: 0 to 1. */
export interface Found {
  readonly words: Float32Array
  /** Null where meaning is not compared. */
  readonly meaning: Float32Array | null
}

export class ConceptFinder {
  readonly concepts: readonly Concept[]
  readonly index: PhraseIndex
  readonly #embed: Embed
  readonly #meanings: readonly Meaning[]

  constructor(concepts: readonly Concept[], embed: Embed) {
    this.concepts = concepts
    this.index = new PhraseIndex(concepts)
    this.#embed = embed
    this.#meanings = embed === null ? [] : concepts.map((concept) => meaningOf(concept, embed))
  }

  /** Whether concepts are found by their meaning too, not by their words alone. */
  get comparesMeaning(): boolean {
    return this.#embed !== null
  }

  /** `stems` are those of the text, each once. */
  find(text: string, stems: readonly string[]): Found {
    if (stems.length === 0) {
      const nothing = new Float32Array(this.concepts.length)
      return { words: nothing, meaning: this.#embed && nothing }
    }
    const words = this.index.scores(stems)
    return { words, meaning: this.#embed && this.#likenesses(this.#embed(text), words) }
  }

  #likenesses(vector: Float32Array, words: Float32Array): Float32Array {
    const centers = Float32Array.from(this.#meanings, ({ center }) => dot(center, vector))
    const least = centers.toSorted().at(-compared) ?? -1
    return centers.map((center, at) => {
      if (center < least && words[at]! < 0.5) return 0
      const nearest = this.#meanings[at]!.phrases.reduce(
        (most, phrase) => Math.max(most, phrase.weight * dot(phrase.vector, vector)),
        0,
      )
      return Math.max(0, shares.nearest * nearest + shares.center * center)
    })
  }
}

function meaningOf({ phrases }: Concept, embed: NonNullable<Embed>): Meaning {
  const vectors = phrases.map(({ text, weight }) => ({ vector: embed(text), weight }))
  const center = new Float32Array(vectors[0]?.vector.length ?? 0)
  for (const { vector, weight } of vectors) vector.forEach((value, at) => (center[at]! += weight * value))
  return { center: normalized(center), phrases: vectors }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}
