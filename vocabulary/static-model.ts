/**
 * The built-in embedding model: a vector for every known word and for frequent pairs of words, vectors for the character
 * 4-grams of unknown words, and one hidden layer over their sum. `training/train.py` trains it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { gelu, LinearLayer, transpose } from './linear-layer.ts'
import { normalize } from './normalize.ts'
import { wordsOf } from './words.ts'

export const dimension = 128

/** Rows for the 4-grams of unknown words; the hash of a 4-gram selects its row. */
export const ngramBuckets = 4096

/** Units of the hidden layer. */
export const hiddenUnits = 256

/** The rows after those of words, 4-grams and pairs: weights into and out of each hidden unit, then the biases. */
const layerRows = 2 * hiddenUnits + hiddenUnits / dimension + 1

/** Only the first words of a text count. */
const wordsMax = 512

const ModelFile = z.object({
  dimension: z.literal(dimension),
  ngramBuckets: z.literal(ngramBuckets),
  hiddenUnits: z.literal(hiddenUnits),
  id: z.string(),
})

/** The tokens of a text: its words in lower case without accents, the first 512. */
export function tokenize(text: string): string[] {
  return wordsOf(text).slice(0, wordsMax)
}

/** The key of two neighboring words. */
export function pairKey(first: string, second: string): string {
  return `${first} ${second}`
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

/** What the model consists of: rows of `dimension` numbers, each multiplied by its scale. */
export interface ModelParts {
  readonly id: string
  readonly words: readonly string[]
  readonly pairs: readonly string[]
  /** Of words, 4-grams, pairs and the hidden layer, in this order. */
  readonly rows: Int8Array | Float32Array
  readonly scales: Float32Array
}

export class StaticModel {
  /** Identifies the weights: only vectors of one ID can be compared. */
  readonly id: string
  readonly #words: ReadonlyMap<string, number>
  readonly #pairs: ReadonlyMap<string, number>
  readonly #rows: Int8Array | Float32Array
  readonly #scales: Float32Array
  readonly #layer: HiddenLayer

  constructor({ id, words, pairs, rows, scales }: ModelParts) {
    const firstPair = words.length + ngramBuckets
    const count = firstPair + pairs.length + layerRows
    if (rows.length !== count * dimension || scales.length !== count)
      throw new Error(`The model ${id} does not contain ${count} rows`)
    this.id = id
    this.#words = new Map(words.map((word, row) => [word, row]))
    this.#pairs = new Map(pairs.map((pair, row) => [pair, firstPair + row]))
    this.#rows = rows
    this.#scales = scales
    this.#layer = new HiddenLayer(this.#readRows(count - layerRows, layerRows))
  }

  knows(word: string): boolean {
    return this.#words.has(word)
  }

  /** The rows of a word: its own, or those of its 4-grams. */
  wordRows(word: string): readonly number[] {
    const row = this.#words.get(word)
    return row === undefined ? charNgrams(word).map((ngram) => this.#words.size + ngram) : [row]
  }

  /** The mean of the rows of a word. */
  wordVector(word: string): Float32Array {
    const vector = new Float32Array(dimension)
    this.#addWord(vector, word)
    return vector
  }

  /** A vector of length 1, or of zeros for a text without words. */
  embed(text: string): Float32Array {
    const sum = new Float32Array(dimension)
    const tokens = tokenize(text)
    if (tokens.length === 0) return sum
    tokens.forEach((word, index) => {
      this.#addWord(sum, word)
      const pair = index === 0 ? undefined : this.#pairs.get(pairKey(tokens[index - 1]!, word))
      if (pair !== undefined) this.#addRow(sum, pair, 1)
    })
    return normalize(this.#layer.apply(normalize(sum)))
  }

  #addWord(sum: Float32Array, word: string): void {
    const rows = this.wordRows(word)
    for (const row of rows) this.#addRow(sum, row, 1 / rows.length)
  }

  #addRow(sum: Float32Array, row: number, factor: number): void {
    const rows = this.#rows
    const scale = this.#scales[row]! * factor
    const start = row * dimension
    for (let i = 0; i < dimension; i++) sum[i]! += rows[start + i]! * scale
  }

  #readRows(first: number, count: number): Float32Array {
    const numbers = new Float32Array(count * dimension)
    for (let row = 0; row < count; row++)
      this.#addRow(numbers.subarray(row * dimension, (row + 1) * dimension), first + row, 1)
    return numbers
  }
}

/** `x + B gelu(A x + a) + b`. */
class HiddenLayer {
  readonly #into: LinearLayer
  readonly #out: LinearLayer

  /** `rows` are those of A, the columns of B, a and b. */
  constructor(rows: Float32Array) {
    const size = hiddenUnits * dimension
    const intoBiases = rows.subarray(2 * size, 2 * size + hiddenUnits)
    this.#into = new LinearLayer(rows.subarray(0, size), intoBiases)
    const out = transpose(rows.subarray(size, 2 * size), dimension)
    this.#out = new LinearLayer(out, rows.subarray(2 * size + hiddenUnits))
  }

  apply(vector: Float32Array): Float32Array {
    const change = this.#out.apply(gelu(this.#into.apply(vector)))
    return vector.map((value, index) => value + change[index]!)
  }
}

let builtIn: StaticModel | undefined

/** The built-in model, read once; throws if a file is missing or truncated. */
export function readStaticModel(): StaticModel {
  return (builtIn ??= readModel(join(import.meta.dirname, 'model')))
}

/** Reads a model from its folder: `rows.i8` with `scales.f32`, or before quantization `rows.f32`. */
export function readModel(folder: string): StaticModel {
  const { id } = ModelFile.parse(JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')))
  const readLines = (name: string): readonly string[] =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  return new StaticModel({
    id,
    words: readLines('words.txt'),
    pairs: readLines('pairs.txt'),
    ...readRows(folder),
  })
}

function readRows(folder: string): Pick<ModelParts, 'rows' | 'scales'> {
  if (existsSync(join(folder, 'rows.f32'))) {
    const rows = readFloats(join(folder, 'rows.f32'))
    return { rows, scales: new Float32Array(rows.length / dimension).fill(1) }
  }
  const { buffer, byteOffset, length } = readFileSync(join(folder, 'rows.i8'))
  return { rows: new Int8Array(buffer, byteOffset, length), scales: readFloats(join(folder, 'scales.f32')) }
}

function readFloats(file: string): Float32Array {
  const { buffer, byteOffset, length } = readFileSync(file)
  return new Float32Array(buffer.slice(byteOffset, byteOffset + length))
}
