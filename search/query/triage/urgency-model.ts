/**
 * Scores how urgent a text is by the meaning of its words in their order: a small transformer over the word vectors of the
 * built-in model (A. Vaswani and others, "Attention is all you need", 2017; each layer is applied to a standardized state).
 * `benchmarks/triage/train-urgency-model.py` trains it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gelu, LinearLayer, transpose } from '@careatlas/vocabulary/linear-layer'
import { dimension, readStaticModel } from '@careatlas/vocabulary/static-model'
import * as z from 'zod'

/** Later words are ignored. */
export const scoredWordsMax = 40

const blockCount = 2
const headCount = 4
const headWidth = dimension / headCount
const hiddenUnits = 512

/** Added to the variance, so that its square root is not zero. */
const epsilon = 1e-5

const ModelFile = z.object({
  /** The ID of the built-in model, whose word vectors are the input. */
  wordVectorsOf: z.string(),
  /** The factor of the word vectors. */
  wordScale: z.number(),
  outputs: z.array(z.string()),
})

export class UrgencyModel {
  readonly #outputs: readonly string[]
  readonly #wordScale: number
  readonly #positions: readonly Float32Array[]
  readonly #blocks: readonly Block[]
  readonly #head: LinearLayer

  /**
   * Reads `model.json`, `rows.i8` and `scales.f32` of a folder; throws if one is missing, has another size, has not these outputs or was
   * trained with other word vectors.
   */
  constructor(folder: string, outputs: readonly string[]) {
    const file = ModelFile.parse(JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')))
    if (file.outputs.join() !== outputs.join())
      throw new Error(`The urgency model has the outputs ${file.outputs.join()}`)
    if (file.wordVectorsOf !== readStaticModel().id)
      throw new Error(`The urgency model was trained with the word vectors of ${file.wordVectorsOf}`)
    this.#wordScale = file.wordScale
    this.#outputs = file.outputs
    const rows = new RowReader(folder)
    this.#positions = Array.from({ length: scoredWordsMax }, () => rows.read(1))
    this.#blocks = Array.from({ length: blockCount }, () => new Block(rows))
    this.#head = rows.readLayer(1 + file.outputs.length)
    rows.end()
  }

  /** The logarithm of the odds of each output; -Infinity for a text without words. */
  score(words: readonly string[]): ReadonlyMap<string, number> {
    if (words.length === 0) return new Map(this.#outputs.map((name) => [name, -Infinity]))
    const states = this.#blocks.reduce((before, block) => block.apply(before), this.#embed(words))
    const heads = states.map((state) => this.#head.apply(standardize(state)))
    const gates = heads.map(([gate]) => 1 / (1 + Math.exp(-gate!)))
    const total = gates.reduce((sum, gate) => sum + gate, 0)
    const mean = (output: number): number =>
      heads.reduce((sum, head, index) => sum + head[1 + output]! * gates[index]!, 0) / total
    return new Map(this.#outputs.map((name, output) => [name, mean(output)]))
  }

  #embed(words: readonly string[]): readonly Float32Array[] {
    const model = readStaticModel()
    return words
      .slice(0, scoredWordsMax)
      .map((word, index) =>
        model.wordVector(word).map((value, i) => value * this.#wordScale + this.#positions[index]![i]!),
      )
  }
}

/** Attention of each word to all words, then a hidden layer; each is added to the state of the word. */
class Block {
  readonly #attentionInputs: LinearLayer
  readonly #attentionOutput: LinearLayer
  readonly #into: LinearLayer
  readonly #out: LinearLayer

  constructor(rows: RowReader) {
    this.#attentionInputs = rows.readLayer(3 * dimension)
    this.#attentionOutput = rows.readLayer(dimension)
    this.#into = rows.readLayer(hiddenUnits)
    this.#out = rows.readTransposedLayer(hiddenUnits)
  }

  /** Applies each layer to all words before the next one, so that the weights of one layer stay in the processor cache. */
  apply(states: readonly Float32Array[]): readonly Float32Array[] {
    const inputs = states.map((state) => this.#attentionInputs.apply(standardize(state)))
    const changes = attend(inputs).map((attended) => this.#attentionOutput.apply(attended))
    const sums = states.map((state, word) => add(state, changes[word]!))
    const hidden = sums.map((sum) => gelu(this.#into.apply(standardize(sum))))
    return sums.map((sum, word) => add(sum, this.#out.apply(hidden[word]!)))
  }
}

/** The attention of each word to all words. `inputs` have the query, the key and the value of each word, for each head. */
function attend(inputs: readonly Float32Array[]): readonly Float32Array[] {
  const results = inputs.map(() => new Float32Array(dimension))
  const shares = new Float64Array(inputs.length)
  for (let start = 0; start < dimension; start += headWidth)
    for (let word = 0; word < inputs.length; word++) {
      for (let other = 0; other < inputs.length; other++)
        shares[other] = multiplyQueryAndKey(inputs[word]!, inputs[other]!, start) / Math.sqrt(headWidth)
      const total = exponentiate(shares)
      for (let other = 0; other < inputs.length; other++)
        addValue(results[word]!, inputs[other]!, start, shares[other]! / total)
    }
  return results
}

function multiplyQueryAndKey(word: Float32Array, other: Float32Array, start: number): number {
  let sum = 0
  for (let i = start; i < start + headWidth; i++) sum += word[i]! * other[dimension + i]!
  return sum
}

function addValue(result: Float32Array, other: Float32Array, start: number, share: number): void {
  for (let i = start; i < start + headWidth; i++) result[i]! += share * other[2 * dimension + i]!
}

/** Replaces each number x by exp(x - greatest), and returns their sum. */
function exponentiate(numbers: Float64Array): number {
  let greatest = -Infinity
  for (const number of numbers) greatest = Math.max(greatest, number)
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i] = Math.exp(numbers[i]! - greatest)
  return sum
}

/** Returns the state with mean 0 and variance 1. */
function standardize(state: Float32Array): Float32Array {
  let sum = 0
  let squares = 0
  for (let i = 0; i < dimension; i++) {
    sum += state[i]!
    squares += state[i]! ** 2
  }
  const mean = sum / dimension
  const factor = 1 / Math.sqrt(squares / dimension - mean ** 2 + epsilon)
  const result = new Float32Array(dimension)
  for (let i = 0; i < dimension; i++) result[i] = (state[i]! - mean) * factor
  return result
}

function add(first: Float32Array, second: Float32Array): Float32Array {
  const sum = new Float32Array(dimension)
  for (let i = 0; i < dimension; i++) sum[i] = first[i]! + second[i]!
  return sum
}

/** Reads rows of `dimension` numbers, each with a scale, one after the other. */
class RowReader {
  readonly #rows: Int8Array
  readonly #scales: Float32Array
  #next = 0

  constructor(folder: string) {
    this.#rows = new Int8Array(new Uint8Array(readFileSync(join(folder, 'rows.i8'))).buffer)
    this.#scales = new Float32Array(new Uint8Array(readFileSync(join(folder, 'scales.f32'))).buffer)
  }

  read(count: number): Float32Array {
    const first = this.#next
    this.#next += count
    if (this.#next * dimension > this.#rows.length || this.#next > this.#scales.length)
      throw new Error(`The urgency model has fewer than ${this.#next} rows`)
    return Float32Array.from(
      this.#rows.subarray(first * dimension, this.#next * dimension),
      (value, index) => value * this.#scales[first + Math.floor(index / dimension)]!,
    )
  }

  /** Throws if rows are left. */
  end(): void {
    if (this.#next * dimension !== this.#rows.length || this.#next !== this.#scales.length)
      throw new Error(`The urgency model has more than ${this.#next} rows`)
  }

  /** A layer of this many outputs: its weights, then its biases, the last row of which may be longer than needed. */
  readLayer(outputs: number): LinearLayer {
    return new LinearLayer(this.read(outputs), this.#readBiases(outputs))
  }

  /** A layer from this many inputs to `dimension` outputs, whose weights are stored by column. */
  readTransposedLayer(inputs: number): LinearLayer {
    return new LinearLayer(transpose(this.read(inputs), dimension), this.#readBiases(dimension))
  }

  #readBiases(count: number): Float32Array {
    return this.read(Math.ceil(count / dimension)).subarray(0, count)
  }
}
