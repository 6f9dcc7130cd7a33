/** Directions of questions, from an embedder that may be slow or away: no search waits long for it, or fails with it. */
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { LRUCache } from 'lru-cache'

/** Questions that wait at a time; the others go without. */
const concurrentMax = 16

/** After a failure nothing is asked for so long, so that not every question waits in vain. */
const cooldownMs = 2000

/** Vectors kept: at 1,024 numbers each, 4 MB. */
const cacheEntriesMax = 1000

export interface QueryEmbeddingOptions {
  /** Hears why questions go without from now on. */
  readonly onFailure?: (reason: string) => void
  /** How long a question waits for its vector; a second unless told. */
  readonly timeoutMs?: number
  /** Milliseconds. */
  readonly clock?: () => number
}

/** Asks one embedder for the vectors of questions, and keeps the last of them. */
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

  /** Whether the embedder failed and was not asked again since. */
  get isDown(): boolean {
    return this.#cooldownUntil > 0
  }

  /** Null when it does not come in good time. */
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
