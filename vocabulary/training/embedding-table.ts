/** The trainable rows: one for every word and 4-gram, each with its Adam moments. */
import { dimension, tokenize, ngramBuckets, charNgrams } from '../static-model.ts'
import type { Random } from './random.ts'

/** Rows of a text, each with its weight. */
export interface Bag {
  readonly rows: readonly number[]
  readonly factors: readonly number[]
}

/** D. P. Kingma and J. Ba, "Adam", 2015; the second decay is lower because most rows change rarely. */
const decay = { first: 0.9, second: 0.99 }
const epsilon = 1e-8

export class EmbeddingTable {
  readonly words: readonly string[]
  readonly values: Float32Array
  readonly #rowOf: ReadonlyMap<string, number>
  readonly #first: Float32Array
  readonly #second: Float32Array

  /** `length` gives the initial length of a word's vector; rarer words start longer. */
  constructor(words: readonly string[], length: (word: string) => number, random: Random) {
    this.words = words
    this.#rowOf = new Map(words.map((word, row) => [word, row]))
    const rows = words.length + ngramBuckets
    this.values = new Float32Array(rows * dimension)
    this.#first = new Float32Array(rows * dimension)
    this.#second = new Float32Array(rows * dimension)
    for (let row = 0; row < rows; row++) {
      const word = words[row]
      const size = (word === undefined ? 0.5 : length(word)) / Math.sqrt(dimension)
      for (let i = 0; i < dimension; i++) this.values[row * dimension + i] = random.normal() * size
    }
  }

  /** Converts a text to a bag. The share `unknownShare` of known words is replaced by their 4-grams, to train them. */
  toBag(text: string, random: Random, unknownShare = 0.15): Bag {
    const rows: number[] = []
    const factors: number[] = []
    for (const word of tokenize(text)) {
      const row = random.next() < unknownShare ? undefined : this.#rowOf.get(word)
      const rowsOfWord =
        row === undefined ? charNgrams(word).map((ngram) => this.words.length + ngram) : [row]
      rows.push(...rowsOfWord)
      factors.push(...rowsOfWord.map(() => 1 / rowsOfWord.length))
    }
    return { rows, factors }
  }

  /** One Adam step for each row in `gradients`. */
  descend(gradients: ReadonlyMap<number, Float32Array>, rate: number): void {
    for (const [row, gradient] of gradients) {
      for (let i = 0; i < dimension; i++) {
        const cell = row * dimension + i
        const partial = gradient[i]!
        const first = decay.first * this.#first[cell]! + (1 - decay.first) * partial
        const second = decay.second * this.#second[cell]! + (1 - decay.second) * partial * partial
        this.#first[cell] = first
        this.#second[cell] = second
        this.values[cell]! -= (rate * first) / (Math.sqrt(second) + epsilon)
      }
    }
  }
}
