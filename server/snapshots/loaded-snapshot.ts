/** One loaded generation: its cards and its search engine. It closes after its last request has ended. */
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
import { warmUp } from '@careatlas/search/query/warm-up'
import { verifyInBackground } from './verify-in-background.ts'

export interface LoadOptions {
  readonly vocabulary?: Vocabulary | undefined
  readonly poolSize?: PoolSize | undefined
  /** Whether sample queries are parsed first; default: true. */
  readonly warmsUp?: boolean | undefined
}

export class LoadedSnapshot implements SearchContext, AsyncDisposable {
  readonly snapshot: Snapshot
  readonly engine: SearchEngine
  readonly resources: QueryResources
  readonly #folder: string
  readonly #requests = new Set<Promise<unknown>>()

  /** Loads a published generation; rejects with SnapshotCorruptError if a file is not as published. */
  static async open(
    dataDir: string,
    generation: string,
    { vocabulary, poolSize, warmsUp = true }: LoadOptions = {},
  ): Promise<LoadedSnapshot> {
    const folder = snapshotFolder(dataDir, generation)
    await using opened = new AsyncDisposableStack()
    const snapshot = opened.use(await Snapshot.open(folder))
    checkName(folder, snapshot.manifest)
    const engine = opened.use(await openEmbeddedEngine(snapshot, poolSize))
    const resources = await runYielding(loadQueryResources(snapshot, vocabulary))
    if (warmsUp) await runYielding(warmUp(resources))
    const loaded = new LoadedSnapshot(folder, snapshot, engine, resources)
    opened.move()
    return loaded
  }

  private constructor(folder: string, snapshot: Snapshot, engine: SearchEngine, resources: QueryResources) {
    this.#folder = folder
    this.snapshot = snapshot
    this.engine = engine
    this.resources = resources
  }

  /** Verifies its files again, slowly; rejects with SnapshotCorruptError if one has changed. */
  async verify(signal: AbortSignal): Promise<void> {
    await verifyInBackground(this.#folder, signal)
  }

  /** Keeps this snapshot open until `request` settles. */
  async holdWhile<Result>(request: Promise<Result>): Promise<Result> {
    this.#requests.add(request)
    try {
      return await request
    } finally {
      this.#requests.delete(request)
    }
  }

  /** Waits for the current requests, then closes. No request may start after this call. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#requests)
    await this.engine[Symbol.asyncDispose]()
    this.snapshot[Symbol.dispose]()
  }
}
