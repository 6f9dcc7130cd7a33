/** A transformer in its own thread, because the library computes synchronously and would block the main thread. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { withMeanCentering } from './mean-centering.ts'
import { type Embedder, EmbedderError } from './embedder.ts'

/**
 * A message from the thread: first the name of the model, then the vectors of each batch. An error is sent as text, because
 * cloning removes its class.
 */
export type WorkerMessage = { readonly done: string | readonly Float32Array[] } | { readonly failed: string }

/** Texts per batch: memory and time grow with the longest text. */
const batchMax = 32

/** `model` is a folder, which is read without the network, or a model name that the library downloads once. */
export async function transformersEmbedder(model: string): Promise<Embedder> {
  const thread = new TransformersThread(model)
  return withMeanCentering({
    id: `transformers:${await thread.receiveName()}`,
    includesTaxonomyNames: true,
    embed: (texts, _kind, signal) => thread.embed(texts, signal),
  })
}

/** Keeps the process alive only while it works. */
class TransformersThread {
  readonly #worker: Worker
  readonly #ended = new AbortController()
  #last: Promise<unknown> = Promise.resolve()

  constructor(model: string) {
    this.#worker = new Worker(new URL('./transformers-thread.ts', import.meta.url), { workerData: model })
    this.#worker.on('error', (error: Error) => this.#ended.abort(error))
    this.#worker.on('exit', () => this.#ended.abort())
  }

  /** Receives the name of the model, which is the first message of the thread. */
  receiveName(): Promise<string> {
    return this.#receive<string>()
  }

  /** Embeds texts in batches of similar length, so that a query does not wait for all documents. */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const byLength = [...texts.entries()].toSorted(([, a], [, b]) => a.length - b.length)
    const vectors: Float32Array[] = []
    for (let first = 0; first < byLength.length; first += batchMax) {
      const batch = byLength.slice(first, first + batchMax)
      const received = await this.#enqueue(
        batch.map(([, text]) => text),
        signal,
      )
      for (const [position, [index]] of batch.entries()) vectors[index] = received[position]!
    }
    return vectors
  }

  /** Skips batches that are canceled before their turn. */
  #enqueue(batch: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const run = this.#last.then(() => {
      if (signal?.aborted) throw new EmbedderError('The request for these vectors was canceled.')
      return this.#run(batch)
    })
    this.#last = run.catch(() => {})
    return run
  }

  #run(batch: readonly string[]): Promise<readonly Float32Array[]> {
    this.#worker.postMessage(batch)
    return this.#receive<readonly Float32Array[]>()
  }

  async #receive<Done>(): Promise<Done> {
    this.#worker.ref()
    try {
      const [received] = (await once(this.#worker, 'message', { signal: this.#ended.signal })) as [
        WorkerMessage,
      ]
      if ('failed' in received) throw new EmbedderError(received.failed)
      return received.done as Done
    } catch (error) {
      if (error instanceof EmbedderError) throw error
      throw new EmbedderError('The thread of the transformer has ended.', { cause: error })
    } finally {
      this.#worker.unref()
    }
  }
}
