/** An embedding model behind an OpenAI-compatible endpoint: `POST {base}/embeddings`. Whatever it answers is checked. */
import * as z from 'zod'
import { meanCentered } from './mean-centering.ts'
import { type Embedder, EmbedderError } from './embedder.ts'
import { askEndpoint, ModelEndpointError, type EndpointOptions } from '@careatlas/models/endpoint'
import { normalized } from './normalized.ts'

/** Texts in one request, and requests under way at a time: what a small endpoint bears. */
const batchMax = 64
const concurrentMax = 4

/** For one try: a machine that embeds two texts a second takes 128 s for all that is under way. Questions have less patience. */
const timeoutMs = 150_000

/** Longer texts are cut: 4,000 characters of English are some 1,000 tokens, and endpoints refuse what their model cannot read. */
const textLengthMax = 4000

/** More numbers than the vectors of any model that is offered today. */
const dimensionMax = 8192

/** A batch of vectors of 4,096 numbers, each written with 24 characters. */
const answerBytesMax = batchMax * 4096 * 24

const Answer = z.object({
  data: z
    .array(z.object({ index: z.int(), embedding: z.array(z.number()).min(1).max(dimensionMax) }))
    .max(batchMax),
})

/** An embedder that asks `options.model`. */
export function openAiEmbedder(options: EndpointOptions): Embedder {
  return meanCentered({
    id: `openai-compatible:${options.model}`,
    includesTaxonomyNames: true,
    async embed(texts, _kind, signal) {
      const vectors: Float32Array[] = []
      const waiting = batchesOf(texts).entries()
      const work = async () => {
        for (const [at, batch] of waiting) {
          for (const [nth, vector] of (await ask(batch, options, signal)).entries())
            vectors[at * batchMax + nth] = vector
        }
      }
      await Promise.all(Array.from({ length: concurrentMax }, work))
      if (vectors.some(({ length }) => length !== vectors[0]!.length))
        throw failed(options, 'answers with vectors of different lengths')
      return vectors
    },
  })
}

function batchesOf(texts: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / batchMax) }, (_, at) =>
    texts.slice(at * batchMax, (at + 1) * batchMax),
  )
}

async function ask(
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
    const patient = { timeoutMs, ...options }
    return vectorsIn(await askEndpoint('embeddings', body, patient, answerBytesMax, signal), batch.length)
  } catch (error) {
    if (error instanceof ModelEndpointError) throw failed(options, error.message, error)
    throw error
  }
}

/** Each text's vector stands at its index, which comes once. */
function vectorsIn(answer: unknown, count: number): readonly Float32Array[] {
  const { data } = Answer.safeParse(answer)
  if (!data) throw new ModelEndpointError('answers with what is no list of embeddings')
  const byIndex = data.data.toSorted((a, b) => a.index - b.index)
  if (byIndex.length !== count || byIndex.some(({ index }, at) => index !== at))
    throw new ModelEndpointError(
      `answers ${count} texts with ${byIndex.length} embeddings that are not theirs`,
    )
  return byIndex.map(({ embedding }) => normalized(Float32Array.from(embedding)))
}

function failed({ baseUrl, model }: EndpointOptions, why: string, cause?: Error): EmbedderError {
  const { origin, pathname } = new URL(baseUrl)
  return new EmbedderError(`No vectors of ${model}: ${origin}${pathname} ${why}.`, { cause })
}
