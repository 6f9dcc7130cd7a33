/** An embedding model behind an OpenAI-compatible endpoint: `POST {base}/embeddings`. Responses are validated. */
import * as z from 'zod'
import { withMeanCentering } from './mean-centering.ts'
import { type Embedder, EmbedderError } from './embedder.ts'
import { postToEndpoint, ModelEndpointError, type EndpointOptions } from '@careatlas/models/endpoint'
import { normalize } from './normalize.ts'

/** Texts per request, and concurrent requests: suitable for a small endpoint. */
const batchMax = 64
const concurrentMax = 4

/**
 * Per attempt: a machine that embeds two texts a second takes 128 s for all concurrent requests. Queries have shorter timeouts.
 */
const timeoutMs = 150_000

/** Longer texts are truncated: 4,000 characters of English are about 1,000 tokens, and endpoints may reject longer input. */
const textLengthMax = 4000

/** More than the dimension of any current model. */
const dimensionMax = 8192

/** A batch of vectors of 4,096 numbers, each written with 24 characters. */
const responseBytesMax = batchMax * 4096 * 24

const EmbeddingsResponse = z.object({
  data: z
    .array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(dimensionMax) }))
    .max(batchMax),
})

/** An embedder that calls `options.model`. */
export function openAiEmbedder(options: EndpointOptions): Embedder {
  return withMeanCentering({
    id: `openai-compatible:${options.model}`,
    includesTaxonomyNames: true,
    async embed(texts, _kind, signal) {
      const vectors: Float32Array[] = []
      const pendingBatches = toBatches(texts).entries()
      const runBatches = async () => {
        for (const [batchIndex, batch] of pendingBatches) {
          for (const [index, vector] of (await requestVectors(batch, options, signal)).entries())
            vectors[batchIndex * batchMax + index] = vector
        }
      }
      await Promise.all(Array.from({ length: concurrentMax }, runBatches))
      if (vectors.some(({ length }) => length !== vectors[0]!.length))
        throw embedderError(options, 'answers with vectors of different lengths')
      return vectors
    },
  })
}

function toBatches(texts: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / batchMax) }, (_, index) =>
    texts.slice(index * batchMax, (index + 1) * batchMax),
  )
}

async function requestVectors(
  batch: readonly string[],
  options: EndpointOptions,
  signal?: AbortSignal,
): Promise<readonly Float32Array[]> {
  const body = {
    model: options.model,
    input: batch.map((text) => text.slice(0, textLengthMax)),
    encoding_format: 'float',
  }
  try {
    const endpoint = { timeoutMs, ...options }
    return parseVectors(
      await postToEndpoint('embeddings', body, endpoint, responseBytesMax, signal),
      batch.length,
    )
  } catch (error) {
    if (error instanceof ModelEndpointError) throw embedderError(options, error.message, error)
    throw error
  }
}

/** Sorts the vectors by index; each index must occur once. */
function parseVectors(response: unknown, count: number): readonly Float32Array[] {
  const { data } = EmbeddingsResponse.safeParse(response)
  if (!data) throw new ModelEndpointError('does not response with a list of embeddings')
  const byIndex = data.data.toSorted((a, b) => a.index - b.index)
  if (byIndex.length !== count || byIndex.some(({ index }, position) => index !== position))
    throw new ModelEndpointError(`answers ${count} texts with ${byIndex.length} embeddings or wrong indexes`)
  return byIndex.map(({ embedding }) => normalize(Float32Array.from(embedding)))
}

function embedderError({ baseUrl, model }: EndpointOptions, reason: string, cause?: Error): EmbedderError {
  const { origin, pathname } = new URL(baseUrl)
  return new EmbedderError(`No vectors of ${model}: ${origin}${pathname} ${reason}.`, { cause })
}
