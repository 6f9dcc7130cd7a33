/**
 * The static embedding model: a vector for every known word, and for the character 4-grams of unknown words. The vector of a
 * text is the normalized sum of its words. `training/train.ts` trains it on the phrases of the concepts only.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { normalize } from './normalize.ts'
import { isStopWord, singularize, wordsOf } from './words.ts'

export const dimension = 128

/** Rows for the 4-grams of unknown words; the hash of a 4-gram selects its row. */
export const ngramBuckets = 8192

const ModelFile = z.object({
  dimension: z.literal(dimension),
  ngramBuckets: z.literal(ngramBuckets),
  id: z.string(),
})

/** The tokens of a text: singular words without stop words, the first 512. */
export function tokenize(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .slice(0, 512)
    .map(singularize)
}

/** Rows (from 0, after those of the words) of the 4-grams of `^word$`. */
export function charNgrams(word: string): number[] {
  const delimited = `^${word}$`
  const ngrams = Math.max(1, delimited.length - 3)
  return Array.from({ length: ngrams }, (_, i) => hash(delimited.slice(i, i + 4)) % ngramBuckets)
}

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Quantized rows that `scales` multiplies, or during training the numbers themselves and scales of 1. */
export class StaticModel {
  /** Identifies the weights: only vectors of one ID can be compared. */
  readonly id: string
  readonly #words: ReadonlyMap<string, number>
  readonly #rows: Int8Array | Float32Array
  readonly #scales: Float32Array

  constructor(id: string, words: readonly string[], rows: Int8Array | Float32Array, scales: Float32Array) {
    this.id = id
    this.#words = new Map(words.map((word, row) => [word, row]))
    this.#rows = rows
    this.#scales = scales
  }

  knows(word: string): boolean {
    return this.#words.has(word)
  }

  /** A vector of length 1, or of zeros for a text without words. */
  embed(text: string): Float32Array {
    const vector = new Float32Array(dimension)
    for (const word of tokenize(text)) this.#add(vector, word)
    return normalize(vector)
  }

  #add(vector: Float32Array, word: string): void {
    const row = this.#words.get(word)
    if (row !== undefined) return this.#addRow(vector, row, 1)
    const ngrams = charNgrams(word)
    for (const ngram of ngrams) this.#addRow(vector, this.#words.size + ngram, 1 / ngrams.length)
  }

  #addRow(vector: Float32Array, row: number, factor: number): void {
    const rows = this.#rows
    const scale = this.#scales[row]! * factor
    const start = row * dimension
    for (let i = 0; i < dimension; i++) vector[i]! += rows[start + i]! * scale
  }
}

const folder = join(import.meta.dirname, 'model')
let builtIn: StaticModel | undefined

/** The built-in model, read once; throws if a file is missing or truncated. */
export function readStaticModel(): StaticModel {
  return (builtIn ??= readModel())
}

function readModel(): StaticModel {
  const { id } = ModelFile.parse(JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')))
  const words = readFileSync(join(folder, 'words.txt'), 'utf8').trimEnd().split('\n')
  const rows = readFileSync(join(folder, 'rows.i8'))
  const scales = readFileSync(join(folder, 'scales.f32'))
  const count = words.length + ngramBuckets
  if (rows.length !== count * dimension || scales.length !== count * 4) {
    throw new Error(`${folder} does not contain ${count} rows`)
  }
  return new StaticModel(
    id,
    words,
    new Int8Array(rows.buffer, rows.byteOffset, rows.length),
    new Float32Array(scales.buffer.slice(scales.byteOffset, scales.byteOffset + scales.length)),
  )
}
