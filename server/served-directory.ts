/** One generation of the directory, opened: its cards and the engine over them, closed after its last request. */
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import type { SearchEngine } from '@careatlas/search/search-engine'
import type { Served } from '@careatlas/search/served'

export class ServedDirectory implements Served, AsyncDisposable {
  readonly snapshot: Snapshot
  readonly engine: SearchEngine
  readonly #requests = new Set<Promise<unknown>>()

  /** Opens a snapshot folder; throws when a byte of it is not as published. */
  static async open(folder: string): Promise<ServedDirectory> {
    const snapshot = await Snapshot.open(folder)
    try {
      return new ServedDirectory(snapshot, openEmbeddedEngine(snapshot.segmentFolder, snapshot))
    } catch (error) {
      snapshot[Symbol.dispose]()
      throw error
    }
  }

  private constructor(snapshot: Snapshot, engine: SearchEngine) {
    this.snapshot = snapshot
    this.engine = engine
  }

  /** Keeps this directory open until `answer` is there. An answer without a wait needs no keeping. */
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
