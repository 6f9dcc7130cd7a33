/**
 * Subtracts the mean vector of medical texts. Many models put all texts into a narrow cone, so that podiatry is similar to
 * cardiology (K. Ethayarajh, "How Contextual are Contextualized Word Representations?", 2019). After centering, unrelated texts
 * are not similar, and a score threshold has the same meaning for every model.
 */
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { type Embedder, EmbedderError } from './embedder.ts'
import { normalize } from './normalize.ts'

/** The mean is computed from the names of every eighth code. */
const codesPerSample = 8

/** Wraps an embedder so that its vectors are centered. Computes the mean once, and again if the dimension changes. */
export function withMeanCentering(embedder: Embedder): Embedder {
  let meanPromise: Promise<Float32Array> | null = null
  const getMean = (): Promise<Float32Array> =>
    (meanPromise ??= computeMean(embedder).catch((error: unknown) => {
      meanPromise = null
      throw error
    }))
  return {
    ...embedder,
    async embed(texts, kind, signal) {
      const [mean, vectors] = await Promise.all([getMean(), embedder.embed(texts, kind, signal)])
      const other = vectors.find(({ length }) => length !== mean.length)
      if (other) {
        meanPromise = null
        throw new EmbedderError(
          `${embedder.id} gives vectors of ${mean.length} and of ${other.length} numbers.`,
        )
      }
      return vectors.map((vector) => (isZero(vector) ? vector : subtractMean(mean, vector)))
    },
  }
}

async function computeMean(embedder: Embedder): Promise<Float32Array> {
  const samples = allTaxonomies().filter((_, i) => i % codesPerSample === 0)
  const vectors = await embedder.embed(
    samples.map(({ name }) => name),
    'document',
  )
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) for (const [i, value] of vector.entries()) sum[i]! += value
  return sum.map((value) => value / vectors.length)
}

function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0)
}

function subtractMean(mean: Float32Array, vector: Float32Array): Float32Array {
  return normalize(vector.map((value, i) => value - mean[i]!))
}
