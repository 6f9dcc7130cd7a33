/** Embeds queries by an embedder that may be slow or unavailable: a search waits briefly and continues without a vector. */
import { CircuitBreaker } from '@careatlas/models/circuit-breaker'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { LRUCache } from 'lru-cache'

/** Pending calls of the embedder; a query beyond them gets no vector. */
const concurrentMax = 16

/** After a failure, one query per interval of this length calls the embedder; the others get no vector. */
const openMs = 2000

/** Cached vectors with their queries: 4 MB at 1,024 numbers each. */
export const cachedQueriesMax = 1000

export interface QueryEmbeddingOptions {
  /** Called with the reason when the embedder begins to fail. */
  readonly onFailure?: (reason: string) => void
  /** How long a query waits for its vector; default 1 second. */
  readonly timeoutMs?: number
  /** Milliseconds. */
  readonly clock?: () => number
}

/** Calls one embedder, and caches the most recently used vectors. */
export class QueryEmbeddings {
  readonly embedderId: string
  readonly #embedder: Embedder
  readonly #onFailure: (reason: string) => void
  readonly #timeoutMs: number
  readonly #breaker: CircuitBreaker
  readonly #cache = new LRUCache<string, Float32Array>({ max: cachedQueriesMax })
  #pending = 0

  constructor(
    embedder: Embedder,
    { onFailure = () => {}, timeoutMs = 1000, clock = () => performance.now() }: QueryEmbeddingOptions = {},
  ) {
    this.embedderId = embedder.id
    this.#embedder = embedder
    this.#onFailure = onFailure
    this.#timeoutMs = timeoutMs
    this.#breaker = new CircuitBreaker({ failuresMax: 1, openMs, now: clock })
  }

  /** Whether the last call of the embedder failed. */
  get isDown(): boolean {
    return this.#breaker.isOpen
  }

  /** The cached vector; null if there is none. */
  peek(text: string): Float32Array | null {
    return this.#cache.peek(text) ?? null
  }

  /** Null if the vector does not arrive in time. */
  async get(text: string): Promise<Float32Array | null> {
    const cached = this.#cache.get(text)
    if (cached) return cached
    if (this.#pending >= concurrentMax || !this.#breaker.allowsCall()) return null
    this.#pending += 1
    try {
      const vector = await this.#embed(text)
      this.#breaker.recordSuccess()
      this.#cache.set(text, vector)
      return vector
    } catch (error) {
      if (!this.isDown) this.#onFailure(error instanceof Error ? error.message : String(error))
      this.#breaker.recordFailure()
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
