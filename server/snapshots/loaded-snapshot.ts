/** One generation of the directory, opened: its cards and the engine over them, closed after its last request. */
import { checkName } from '@careatlas/directory/snapshot/checksums'
import { snapshotFolder } from '@careatlas/directory/snapshot/current'
import { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { openEmbeddedEngine } from '@careatlas/search/embedded/engine'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { runYielding } from '@careatlas/search/cooperative'
import type { SearchEngine } from '@careatlas/search/search-engine'
import type { SearchContext } from '@careatlas/search/search-context'
import {
  type QueryResources,
  loadQueryResources,
  type Vocabulary,
} from '@careatlas/search/query/query-resources'
import { scrub } from './verify-in-background.ts'

export class LoadedSnapshot implements SearchContext, AsyncDisposable {
  readonly snapshot: Snapshot
  readonly engine: SearchEngine
  readonly resources: QueryResources
  readonly #folder: string
  readonly #requests = new Set<Promise<unknown>>()

  /** Opens a published generation; throws SnapshotCorruptError when a byte of it is not as published. */
  static async open(
    dataDir: string,
    generation: string,
    vocabulary?: Vocabulary,
    poolSize?: PoolSize,
  ): Promise<LoadedSnapshot> {
    const folder = snapshotFolder(dataDir, generation)
    await using opened = new AsyncDisposableStack()
    const snapshot = opened.use(await Snapshot.open(folder))
    checkName(folder, snapshot.manifest)
    const engine = opened.use(await openEmbeddedEngine(snapshot, poolSize))
    const resources = await runYielding(loadQueryResources(snapshot, vocabulary))
    const directory = new LoadedSnapshot(folder, snapshot, engine, resources)
    opened.move()
    return directory
  }

  private constructor(folder: string, snapshot: Snapshot, engine: SearchEngine, resources: QueryResources) {
    this.#folder = folder
    this.snapshot = snapshot
    this.engine = engine
    this.resources = resources
  }

  /** Reads its files through again, slowly; throws SnapshotCorruptError when one has changed since it was opened. */
  async scrub(signal: AbortSignal): Promise<void> {
    await scrub(this.#folder, signal)
  }

  /** Keeps this directory open until `answer` is there. An answer without a wait needs no keeping. */
  async holdWhile<Answer>(answer: Promise<Answer>): Promise<Answer> {
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
