/**
 * Subtracts the mean vector of medical texts. Many models put all texts into a narrow cone, so that podiatry is similar to
 * cardiology (K. Ethayarajh, "How Contextual are Contextualized Word Representations?", 2019). After centering, unrelated texts
 * are not similar, and a score threshold has the same meaning for every model.
 */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Embedder, EmbedderError } from './embedder.ts'
import { normalize } from './normalize.ts'

/** The mean is that of the names of every eighth code. */
const codesPerSample = 8

/** The same embedder with centered vectors. It computes the mean once, and again if the dimension changes. */
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
  return normalize(vector.map((value, at) => value - origin[at]!))
}
