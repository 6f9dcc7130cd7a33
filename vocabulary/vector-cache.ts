/**
 * Keeps the vectors of the concepts by the built-in model in a file, because computing them takes seconds of CPU at each start.
 * The name of the file is a digest of the model, the phrases and the code.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Concept } from './concept.ts'
import { ConceptVectors } from './concept-vectors.ts'
import { dimension, type StaticModel } from './static-model.ts'

const defaultFolder = resolve(import.meta.dirname, '../node_modules/.cache/concept-vectors')

/** The code that computes the vectors. */
const codeFiles = [
  'concept-vectors.ts',
  'static-model.ts',
  'vector-set.ts',
  'dot-product-kernel.ts',
  'dot-product-kernel.wasm',
  'words.ts',
  'normalize.ts',
]

/**
 * Reads the vectors from their file; without a file, or if it is damaged, computes and writes them. A folder that cannot be written is
 * ignored.
 */
export function cachedVectors(
  concepts: readonly Concept[],
  model: StaticModel,
  folder = defaultFolder,
): ConceptVectors {
  const name = `${digest(concepts, model)}.i16`
  const cached = read(concepts, join(folder, name))
  if (cached !== null) return cached
  const vectors = computeVectors(concepts, model)
  write(vectors, folder, name)
  return vectors
}

function digest(concepts: readonly Concept[], model: StaticModel): string {
  const hash = createHash('sha256').update(model.id)
  for (const file of codeFiles) hash.update(readFileSync(join(import.meta.dirname, file)))
  hash.update(
    JSON.stringify(concepts.map(({ phrases }) => phrases.map(({ text, weight }) => [text, weight]))),
  )
  return hash.digest('hex').slice(0, 32)
}

function read(concepts: readonly Concept[], path: string): ConceptVectors | null {
  try {
    const bytes = readFileSync(path)
    const [checksum, numbers] = [bytes.subarray(0, checksumBytes), bytes.subarray(checksumBytes)]
    if (!checksum.equals(computeChecksum(numbers))) return null
    const values = new Int16Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 2)
    return ConceptVectors.restore(concepts, dimension, values)
  } catch {
    return null
  }
}

/** SHA-256 at the beginning of the file: a power failure may leave a file of the right size with other numbers. */
const checksumBytes = 32

function computeChecksum(numbers: Uint8Array): Buffer {
  return createHash('sha256').update(numbers).digest()
}

/** The vectors of the concepts by a model. */
export function computeVectors(concepts: readonly Concept[], model: StaticModel): ConceptVectors {
  const task = ConceptVectors.create(concepts, dimension, (text) => model.embed(text))
  for (;;) {
    const step = task.next()
    if (step.done === true) return step.value
  }
}

/** Replaces the files of other vocabularies and of interrupted writes. If another process writes at the same time, one of them fails. */
function write(vectors: ConceptVectors, folder: string, name: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    const temporary = join(folder, `${process.pid}.tmp`)
    const numbers = new Uint8Array(vectors.store().buffer)
    writeFileSync(temporary, Buffer.concat([computeChecksum(numbers), numbers]), { flush: true })
    renameSync(temporary, join(folder, name))
    const others = readdirSync(folder).filter((other) => other !== name && /\.(?:i16|tmp)$/.test(other))
    for (const other of others) rmSync(join(folder, other), { force: true })
  } catch {
    // The next start computes them again.
  }
}
