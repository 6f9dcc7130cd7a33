/** One opened generation of the directory: its cards and the engine over them, closed after its last request. */
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import type { SearchEngine } from '@careatlas/search/search-engine'
import { LRUCache } from 'lru-cache'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'

/** Finished bodies kept as bytes, about 12,000: to send a string is to encode it anew each time. */
const hotBodiesBytes = 32 * 1024 * 1024

export class Generation implements AsyncDisposable {
  readonly snapshot: Snapshot
  readonly engine: SearchEngine
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: hotBodiesBytes,
    sizeCalculation: (body) => body.length,
  })
  readonly #requests = new Set<Promise<unknown>>()

  /** Opens a snapshot folder; throws when a byte of it is not as published. */
  static async open(folder: string): Promise<Generation> {
    const snapshot = await Snapshot.open(folder)
    try {
      return new Generation(snapshot, openEmbeddedEngine(snapshot.segmentFolder, snapshot))
    } catch (error) {
      snapshot[Symbol.dispose]()
      throw error
    }
  }

  private constructor(snapshot: Snapshot, engine: SearchEngine) {
    this.snapshot = snapshot
    this.engine = engine
  }

  /** The body that `make` gives for `canonical`, made once while it is popular. */
  body(canonical: string, make: () => string): Buffer {
    const hot = this.#bodies.get(canonical)
    if (hot !== undefined) return hot
    const body = Buffer.from(make())
    this.#bodies.set(canonical, body)
    return body
  }

  /** Keeps this generation open until `answer` is there. An answer without a wait needs no keeping. */
  async keepFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#requests.add(answer)
    try {
      return await answer
    } finally {
      this.#requests.delete(answer)
    }
  }

  /** Waits for the requests under way, then closes. Give it no new request before. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#requests)
    await this.engine[Symbol.asyncDispose]()
    this.snapshot[Symbol.dispose]()
  }
}
