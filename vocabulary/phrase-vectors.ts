/** The vectors of the phrases of the vocabulary by an embedder that is not built in, kept in three files. */
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Embedder, EmbedderError } from './embedder.ts'

/** `phrases.json`; `rows.i8` has a row for each text, and `scales.f32` the factor of each row. */
const Phrases = z.object({ embedder: z.string(), dimension: z.int().min(1), texts: z.array(z.string()) })

/** Texts per call of the embedder. */
const batchSize = 1024

export class PhraseVectors {
  readonly embedderId: string
  readonly dimension: number
  readonly texts: readonly string[]
  readonly #rows: ReadonlyMap<string, number>
  readonly #numbers: Int8Array
  readonly #scales: Float32Array

  constructor(
    { embedder, dimension, texts }: z.infer<typeof Phrases>,
    numbers: Int8Array,
    scales: Float32Array,
  ) {
    if (scales.length !== texts.length || numbers.length !== texts.length * dimension)
      throw new Error(`The vectors of phrases are not ${texts.length} of ${dimension} numbers`)
    this.embedderId = embedder
    this.dimension = dimension
    this.texts = texts
    this.#rows = new Map(texts.map((text, row) => [text, row]))
    this.#numbers = numbers
    this.#scales = scales
  }

  has(text: string): boolean {
    return this.#rows.has(text)
  }

  /** A new vector. Throws an Error for an unknown text. */
  get(text: string): Float32Array {
    const { numbers, scale } = this.#read(text)
    const vector = new Float32Array(this.dimension)
    // A loop, because `Float32Array.from` with a function takes ten times as long.
    for (let i = 0; i < vector.length; i++) vector[i] = numbers[i]! * scale
    return vector
  }

  /** Copies the numbers of a vector and returns their factor. Throws an Error for an unknown text. */
  copy(text: string, target: Int8Array): number {
    const { numbers, scale } = this.#read(text)
    target.set(numbers)
    return scale
  }

  #read(text: string): { readonly numbers: Int8Array; readonly scale: number } {
    const row = this.#rows.get(text)
    if (row === undefined) throw new Error(`There is no vector of ${JSON.stringify(text)}`)
    const start = row * this.dimension
    return { numbers: this.#numbers.subarray(start, start + this.dimension), scale: this.#scales[row]! }
  }

  write(folder: string): void {
    const { embedderId: embedder, dimension, texts } = this
    mkdirSync(folder)
    writeFileSync(join(folder, 'phrases.json'), `${JSON.stringify({ embedder, dimension, texts })}\n`)
    writeFileSync(join(folder, 'rows.i8'), this.#numbers)
    writeFileSync(join(folder, 'scales.f32'), this.#scales)
  }
}

/** Throws an Error if a file is missing or malformed. */
export function readPhraseVectors(folder: string): PhraseVectors {
  const phrases = Phrases.parse(JSON.parse(readFileSync(join(folder, 'phrases.json'), 'utf8')))
  const rows = readFileSync(join(folder, 'rows.i8'))
  const scales = Uint8Array.from(readFileSync(join(folder, 'scales.f32')))
  return new PhraseVectors(
    phrases,
    new Int8Array(rows.buffer, rows.byteOffset, rows.length),
    new Float32Array(scales.buffer),
  )
}

/**
 * The vectors of distinct texts. Texts in `kept` are not embedded again if a sample of them shows that the same model embedded
 * them. `advance` gets the completed share. Throws EmbedderError.
 */
export async function embedPhrases(
  texts: readonly string[],
  embedder: Embedder,
  kept: PhraseVectors | null,
  advance: (share: number) => void = () => {},
): Promise<PhraseVectors> {
  const [first] = await embedder.embed(texts.slice(0, 1), 'document')
  const { length: dimension } = first!
  const reused = kept !== null && (await isSameModel(kept, dimension, embedder)) ? kept : null
  const numbers = new Int8Array(texts.length * dimension)
  const scales = new Float32Array(texts.length)
  const rowOf = (row: number): Int8Array => numbers.subarray(row * dimension, (row + 1) * dimension)
  const missing: number[] = []
  for (const [row, text] of texts.entries()) {
    if (reused?.has(text)) scales[row] = reused.copy(text, rowOf(row))
    else missing.push(row)
  }
  for (let start = 0; start < missing.length; start += batchSize) {
    const rows = missing.slice(start, start + batchSize)
    const vectors = await embedder.embed(
      rows.map((row) => texts[row]!),
      'document',
    )
    for (const [index, row] of rows.entries()) scales[row] = quantize(vectors[index]!, rowOf(row), embedder)
    advance((start + rows.length) / missing.length)
  }
  return new PhraseVectors({ embedder: embedder.id, dimension, texts: [...texts] }, numbers, scales)
}

/** Writes the vector as integers up to 127 to `target`, and returns their factor. */
function quantize(vector: Float32Array, target: Int8Array, { id }: Embedder): number {
  if (vector.length !== target.length)
    throw new EmbedderError(`${id} gives vectors of ${target.length} and of ${vector.length} numbers.`)
  const scale = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) / 127
  if (scale > 0) for (let i = 0; i < target.length; i++) target[i] = Math.round(vector[i]! / scale)
  return scale
}

/** Kept texts that are embedded again. */
const probesMax = 16

/** The least cosine of two vectors of one text by one model: int8 and the batches of an endpoint change less. */
const sameCosineMin = 0.99

/** An endpoint may run another model under the same name than when the vectors were made. */
async function isSameModel(kept: PhraseVectors, dimension: number, embedder: Embedder): Promise<boolean> {
  if (kept.embedderId !== embedder.id || kept.dimension !== dimension) return false
  const step = Math.ceil(kept.texts.length / probesMax)
  const probes = kept.texts.filter((_, index) => index % step === 0)
  const vectors = await embedder.embed(probes, 'document')
  return probes.every((text, index) => cosine(kept.get(text), vectors[index]!) >= sameCosineMin)
}

/** `b` has the length 1, and `a` nearly so. Vectors of zeros are equal. */
function cosine(a: Float32Array, b: Float32Array): number {
  let [product, square] = [0, 0]
  for (const [i, value] of a.entries()) {
    product += value * b[i]!
    square += value ** 2
  }
  return square === 0 ? 1 - Math.hypot(...b) : product / Math.sqrt(square)
}
