/** The vectors of queries, from an embedder that may be slow or unavailable: a search neither waits long for it nor fails with it. */
import { CircuitBreaker } from '@careatlas/models/circuit-breaker'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { LRUCache } from 'lru-cache'

/** Queries that wait at the same time; the others get no vector. */
const waitingMax = 16

/** After a failure, one query in this interval tries the embedder again; the others get no vector. */
const openMs = 2000

/** Cached vectors: 4 MB at 1,024 numbers each. */
const keptMax = 1000

export interface QueryEmbeddingOptions {
  /** Called with the reason when the embedder begins to fail. */
  readonly tell?: (why: string) => void
  /** How long a query waits for its vector; default 1 second. */
  readonly patienceMs?: number
  /** Milliseconds. */
  readonly clock?: () => number
}

/** Asks one embedder, and caches the most recent vectors. */
export class QueryEmbeddings {
  readonly embedderId: string
  readonly #embedder: Embedder
  readonly #tell: (why: string) => void
  readonly #patienceMs: number
  readonly #breaker: CircuitBreaker
  readonly #kept = new LRUCache<string, Float32Array>({ max: keptMax })
  #waiting = 0

  constructor(
    embedder: Embedder,
    { tell = () => {}, patienceMs = 1000, clock = () => performance.now() }: QueryEmbeddingOptions = {},
  ) {
    this.embedderId = embedder.id
    this.#embedder = embedder
    this.#tell = tell
    this.#patienceMs = patienceMs
    this.#breaker = new CircuitBreaker({ failuresMax: 1, openMs, now: clock })
  }

  /** Whether the embedder failed and has not answered since. */
  get down(): boolean {
    return this.#breaker.isOpen
  }

  /** Null if the vector does not arrive in time. */
  async of(text: string): Promise<Float32Array | null> {
    const kept = this.#kept.get(text)
    if (kept) return kept
    if (this.#waiting >= waitingMax || !this.#breaker.allows()) return null
    this.#waiting += 1
    try {
      const vector = await this.#ask(text)
      this.#breaker.succeeded()
      this.#kept.set(text, vector)
      return vector
    } catch (error) {
      if (!this.down) this.#tell(error instanceof Error ? error.message : String(error))
      this.#breaker.failed()
      return null
    } finally {
      this.#waiting -= 1
    }
  }

  async #ask(text: string): Promise<Float32Array> {
    const late = AbortSignal.timeout(this.#patienceMs)
    const { promise: never, reject } = Promise.withResolvers<never>()
    late.addEventListener('abort', () => reject(new Error(`No vector came within ${this.#patienceMs} ms.`)))
    const [vector] = await Promise.race([this.#embedder.embed([text], 'query', late), never])
    return vector!
  }
}
