/**
 * Trains the static model on the concepts and the names of the codes, and writes it. The same texts give the same bytes.
 * Usage: `bin/node vocabulary/training/train.ts [FOLDER]`, by default `vocabulary/model`; takes a minute or two.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allConcepts, type Concept } from '../concept.ts'
import { dimension, tokenize, ngramBuckets } from '../static-model.ts'
import { trainBatch } from './contrastive-loss.ts'
import { EmbeddingTable } from './embedding-table.ts'
import { type Pair, createPairs } from './pairs.ts'
import { Random } from './random.ts'

export const recipe = { seed: 7, epochs: 10, batch: 256, rate: 0.006, unknownShare: 0.15 } as const

export interface TrainedModel {
  readonly words: readonly string[]
  readonly values: Float32Array
  readonly pairs: number
}

/** `report` is called after each epoch with the mean loss. */
export function train(
  concepts: readonly Concept[],
  report: (epoch: number, loss: number) => void,
): TrainedModel {
  const random = new Random(recipe.seed)
  const counts = countWords(createPairs(concepts, new Random(recipe.seed)))
  const words = [...counts.keys()].toSorted()
  const total = counts.values().reduce((sum, count) => sum + count, 0)
  const table = new EmbeddingTable(words, (word) => computeRarity(counts.get(word)! / total), random)
  let pairs = 0
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const epochPairs = createPairs(concepts, random)
    pairs += epochPairs.length
    report(epoch + 1, trainEpoch(table, epochPairs, epoch, random))
  }
  return { words, values: table.values, pairs }
}

function trainEpoch(table: EmbeddingTable, pairs: readonly Pair[], epoch: number, random: Random): number {
  const batches = Math.floor(pairs.length / recipe.batch)
  let loss = 0
  for (let number = 0; number < batches; number++) {
    const batch = pairs.slice(number * recipe.batch, (number + 1) * recipe.batch)
    const progress = (epoch + number / batches) / recipe.epochs
    loss += trainBatch(
      table,
      {
        queries: batch.map(({ query }) => table.toBag(query, random, recipe.unknownShare)),
        texts: batch.map(({ text }) => table.toBag(text, random, recipe.unknownShare)),
        isExcluded: (query, text) => batch[query]!.concepts.includes(batch[text]!.concept),
      },
      recipe.rate * (1 - progress),
    )
  }
  return loss / batches
}

/** Misspelled words occur once or twice; they are represented by their 4-grams. */
const wordCountMin = 3

function countWords(pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { query, text } of pairs) {
    for (const word of tokenize(`${query} ${text}`)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map(counts.entries().filter(([, count]) => count >= wordCountMin))
}

/** Smooth inverse frequency (S. Arora and others, 2017). */
function computeRarity(frequency: number): number {
  return 1e-3 / (1e-3 + frequency)
}

/** Each row as integers of -127 to 127 and their scale. */
function quantize(values: Float32Array): { rows: Int8Array; scales: Float32Array } {
  const count = values.length / dimension
  const rows = new Int8Array(values.length)
  const scales = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    const cells = values.subarray(row * dimension, (row + 1) * dimension)
    const scale = cells.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-12) / 127
    scales[row] = scale
    for (let i = 0; i < dimension; i++) rows[row * dimension + i] = Math.round(cells[i]! / scale)
  }
  return { rows, scales }
}

/** Writes the folder that `readStaticModel` reads. */
export function writeModel(folder: string, { words, values, pairs }: TrainedModel): void {
  const { rows, scales } = quantize(values)
  const files = {
    'words.txt': Buffer.from(`${words.join('\n')}\n`),
    'rows.i8': Buffer.from(rows.buffer),
    'scales.f32': Buffer.from(scales.buffer),
  }
  const digests = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]))
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const modelFile = {
    id: `static-${sha256(JSON.stringify(digests)).slice(0, 16)}`,
    dimension,
    ngramBuckets,
    recipe: { ...recipe, pairs },
    sha256: digests,
  }
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify(modelFile, null, 2)}\n`)
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'model')
  const trained = train(allConcepts(), (epoch, loss) =>
    process.stderr.write(`epoch ${epoch} of ${recipe.epochs}: loss ${loss.toFixed(3)}\n`),
  )
  writeModel(folder, trained)
  process.stderr.write(`${trained.words.length} words written to ${folder}\n`)
}
