/** Text to concepts: how well each concept answers a question, by its words and by its meaning. */
import type { Concept } from './concept.ts'
import { PhraseIndex } from './phrase-index.ts'
import { normalized } from './normalized.ts'

/** Text → a vector of length 1, or of zeros; null where meaning is not compared. */
export type Embed = ((text: string) => Float32Array) | null

/** Likeness to a concept is that to its nearest phrase and to all of them together. */
const shares = { nearest: 0.7, center: 0.3 } as const

/** Of how many concepts, those with the likest centers, the single phrases are compared. */
const compared = 40

interface Meaning {
  readonly center: Float32Array
  /** The vectors of its phrases, one after the other, each times its phrase's weight. */
  readonly phrases: Float32Array
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
    const centers = Float32Array.from(this.#meanings, ({ center }) => dot(center, 0, vector))
    const least = centers.toSorted().at(-compared) ?? -1
    return centers.map((center, at) => {
      if (center < least && words[at]! < 0.5) return 0
      const nearest = nearestOf(this.#meanings[at]!.phrases, vector)
      return Math.max(0, shares.nearest * nearest + shares.center * center)
    })
  }
}

function meaningOf({ phrases }: Concept, embed: NonNullable<Embed>): Meaning {
  const vectors = phrases.map(({ text, weight }) => embed(text).map((value) => weight * value))
  const dimension = vectors[0]?.length ?? 0
  const packed = new Float32Array(vectors.length * dimension)
  const center = new Float32Array(dimension)
  for (const [phrase, vector] of vectors.entries()) {
    packed.set(vector, phrase * dimension)
    vector.forEach((value, at) => (center[at]! += value))
  }
  return { center: normalized(center), phrases: packed }
}

/** 0 where none of the phrases points the same way. */
function nearestOf(phrases: Float32Array, vector: Float32Array): number {
  let nearest = 0
  for (let start = 0; start < phrases.length; start += vector.length)
    nearest = Math.max(nearest, dot(phrases, start, vector))
  return nearest
}

/**
 * Of `vector`, a multiple of four long, and the part of `values` that begins at `start`. Four sums that do not wait for one
 * another take a third of the time of one.
 */
function dot(values: Float32Array, start: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let at = 0; at < vector.length; at += 4) {
    a += values[start + at]! * vector[at]!
    b += values[start + at + 1]! * vector[at + 1]!
    c += values[start + at + 2]! * vector[at + 2]!
    d += values[start + at + 3]! * vector[at + 3]!
  }
  return a + b + (c + d)
}
