/**
 * Vectors counted from the middle of what a directory speaks of. Many models put all texts into one corner, so that a
 * podiatrist is rather like a cardiologist (K. Ethayarajh, "How Contextual are Contextualized Word Representations?", 2019).
 * Counted from the middle, strangers are not alike at all, and the floor of a search means the same whichever model an operator
 * brings.
 */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Embedder, EmbedderError } from './embedder.ts'
import { normalized } from './normalized.ts'

/** One code in so many stands for all: the middle is that of their names. */
const codesPerSample = 8

/** The same embedder with its vectors counted from the middle, which it is asked for once, and again if their length changes. */
export function meanCentered(embedder: Embedder): Embedder {
  let known: Promise<Float32Array> | null = null
  const getMean = (): Promise<Float32Array> =>
    (known ??= meanVector(embedder).catch((error: unknown) => {
      known = null
      throw error
    }))
  return {
    ...embedder,
    async embed(texts, kind, signal) {
      const [origin, vectors] = await Promise.all([getMean(), embedder.embed(texts, kind, signal)])
      const other = vectors.find(({ length }) => length !== origin.length)
      if (other) {
        known = null
        throw new EmbedderError(
          `${embedder.id} gives vectors of ${origin.length} and of ${other.length} numbers.`,
        )
      }
      return vectors.map((vector) => (isZero(vector) ? vector : subtractMean(origin, vector)))
    },
  }
}

async function meanVector(embedder: Embedder): Promise<Float32Array> {
  const samples = allTaxonomies().filter((_, at) => at % codesPerSample === 0)
  const vectors = await embedder.embed(
    samples.map(({ name }) => name),
    'document',
  )
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) for (const [at, value] of vector.entries()) sum[at]! += value
  return sum.map((value) => value / vectors.length)
}

function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0)
}

function subtractMean(origin: Float32Array, vector: Float32Array): Float32Array {
  return normalized(vector.map((value, at) => value - origin[at]!))
}
