/** Directions of questions, from an embedder that may be slow or away: no search waits long for it, or fails with it. */
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { LRUCache } from 'lru-cache'

/** Questions that wait at a time; the others go without. */
const waitingMax = 16

/** After a failure nothing is asked for so long, so that not every question waits in vain. */
const restMs = 2000

/** Vectors kept: at 1,024 numbers each, 4 MB. */
const keptMax = 1000

export interface QueryEmbeddingOptions {
  /** Hears why questions go without from now on. */
  readonly tell?: (why: string) => void
  /** How long a question waits for its vector; a second unless told. */
  readonly patienceMs?: number
  /** Milliseconds. */
  readonly clock?: () => number
}

/** Asks one embedder for the vectors of questions, and keeps the last of them. */
export class QueryEmbeddings {
  readonly embedderId: string
  readonly #embedder: Embedder
  readonly #tell: (why: string) => void
  readonly #patienceMs: number
  readonly #clock: () => number
  readonly #kept = new LRUCache<string, Float32Array>({ max: keptMax })
  #waiting = 0
  #restsUntil = 0

  constructor(
    embedder: Embedder,
    { tell = () => {}, patienceMs = 1000, clock = () => performance.now() }: QueryEmbeddingOptions = {},
  ) {
    this.embedderId = embedder.id
    this.#embedder = embedder
    this.#tell = tell
    this.#patienceMs = patienceMs
    this.#clock = clock
  }

  /** Whether the embedder failed and was not asked again since. */
  get down(): boolean {
    return this.#restsUntil > 0
  }

  /** Null when it does not come in good time. */
  async of(text: string): Promise<Float32Array | null> {
    const kept = this.#kept.get(text)
    if (kept) return kept
    if (this.#waiting >= waitingMax || this.#clock() < this.#restsUntil) return null
    this.#waiting += 1
    try {
      const vector = await this.#ask(text)
      this.#restsUntil = 0
      this.#kept.set(text, vector)
      return vector
    } catch (error) {
      if (!this.down) this.#tell(error instanceof Error ? error.message : String(error))
      this.#restsUntil = this.#clock() + restMs
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
