/**
 * A transformer in a thread of its own: the library computes where it is called, so that the thread that listens would answer
 * nobody meanwhile.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { meanCentered } from './mean-centering.ts'
import { type Embedder, EmbedderError } from './embedder.ts'

/** What the thread says: first what the model is called, then the vectors of each batch; an error loses its class on the way. */
export type WorkerMessage = { readonly done: string | readonly Float32Array[] } | { readonly failed: string }

/** Texts in one run: what it holds in memory and how long it takes grow with the longest of them. */
const batchMax = 32

/** `model` is a folder, from which alone is read, or the name of a model that the library fetches once. */
export async function transformersEmbedder(model: string): Promise<Embedder> {
  const thread = new TransformersThread(model)
  return meanCentered({
    id: `transformers:${await thread.opened()}`,
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

  /** What the model is called. */
  opened(): Promise<string> {
    return this.#receive<string>()
  }

  /** Batch by batch, so that a question need not wait for all documents; those of a length together. */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const byLength = [...texts.entries()].toSorted(([, a], [, b]) => a.length - b.length)
    const vectors: Float32Array[] = []
    for (let first = 0; first < byLength.length; first += batchMax) {
      const batch = byLength.slice(first, first + batchMax)
      const received = await this.#enqueue(
        batch.map(([, text]) => text),
        signal,
      )
      for (const [nth, [at]] of batch.entries()) vectors[at] = received[nth]!
    }
    return vectors
  }

  /** What nobody waits for when its turn comes is not embedded. */
  #enqueue(batch: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const run = this.#last.then(() => {
      if (signal?.aborted) throw new EmbedderError('Nobody waits for these vectors any more.')
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
