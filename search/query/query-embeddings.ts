/** Query vectors from an embedder that may be slow or unavailable: no search waits long for it or fails because of it. */
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { LRUCache } from 'lru-cache'

/** Concurrent calls of the embedder; further queries get no vector. */
const concurrentMax = 16

/** After a failure the embedder is not called for this long, so that not every query waits for a timeout. */
const cooldownMs = 2000

/** Cached vectors: 4 MB at 1,024 numbers each. */
const cacheEntriesMax = 1000

export interface QueryEmbeddingOptions {
  /** Receives the reason when the embedder begins to fail. */
  readonly onFailure?: (reason: string) => void
  /** How long a query waits for its vector; default one second. */
  readonly timeoutMs?: number
  /** Milliseconds. */
  readonly clock?: () => number
}

/** Requests query vectors from one embedder and caches the most recent ones. */
export class QueryEmbeddings {
  readonly embedderId: string
  readonly #embedder: Embedder
  readonly #onFailure: (reason: string) => void
  readonly #timeoutMs: number
  readonly #clock: () => number
  readonly #cache = new LRUCache<string, Float32Array>({ max: cacheEntriesMax })
  #pending = 0
  #cooldownUntil = 0

  constructor(
    embedder: Embedder,
    { onFailure = () => {}, timeoutMs = 1000, clock = () => performance.now() }: QueryEmbeddingOptions = {},
  ) {
    this.embedderId = embedder.id
    this.#embedder = embedder
    this.#onFailure = onFailure
    this.#timeoutMs = timeoutMs
    this.#clock = clock
  }

  /** Whether the last call of the embedder failed. */
  get isDown(): boolean {
    return this.#cooldownUntil > 0
  }

  /** Null if the vector does not arrive in time. */
  async get(text: string): Promise<Float32Array | null> {
    const cached = this.#cache.get(text)
    if (cached) return cached
    if (this.#pending >= concurrentMax || this.#clock() < this.#cooldownUntil) return null
    this.#pending += 1
    try {
      const vector = await this.#embed(text)
      this.#cooldownUntil = 0
      this.#cache.set(text, vector)
      return vector
    } catch (error) {
      if (!this.isDown) this.#onFailure(error instanceof Error ? error.message : String(error))
      this.#cooldownUntil = this.#clock() + cooldownMs
      return null
    } finally {
      this.#pending -= 1
    }
  }

  async #embed(text: string): Promise<Float32Array> {
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    const { promise: never, reject } = Promise.withResolvers<never>()
    timeout.addEventListener('abort', () => reject(new Error(`No vector came within ${this.#timeoutMs} ms.`)))
    const [vector] = await Promise.race([this.#embedder.embed([text], 'query', timeout), never])
    return vector!
  }
}
