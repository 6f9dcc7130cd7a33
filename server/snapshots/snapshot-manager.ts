/** Manages the loaded snapshot: follows `DATA_DIR/CURRENT`, loads the newest valid generation, and swaps without a pause. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@careatlas/contract/errors'
import { SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import { currentGeneration, pointerFile, servableGenerations } from '@careatlas/directory/snapshot/current'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { defaultVocabulary, type Vocabulary } from '@careatlas/search/query/query-resources'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import type { Logger } from 'pino'
import { verifyIntervalMs } from './verify-in-background.ts'
import { LoadedSnapshot } from './loaded-snapshot.ts'

/** A published generation is loaded at most this much later, plus the time to verify its files. */
const pollMs = 1000

export class SnapshotManager implements AsyncDisposable {
  readonly #dataDir: string
  readonly #log: Logger
  readonly #vocabulary: Vocabulary
  readonly #poolSize: PoolSize | undefined
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #retiring = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #served: LoadedSnapshot | null = null
  /** The last processed version of the pointer file: each version is loaded only once. */
  #seen: string | null = null
  #degraded = false
  #suspected: LoadedSnapshot | null = null
  #swapping: Promise<void> | null = null
  #verifying: Promise<void> | null = null

  /** Loads the newest valid generation, if any, and follows the pointer from then on. */
  static async start(
    dataDir: string,
    log: Logger,
    vocabulary = defaultVocabulary(),
    poolSize?: PoolSize,
  ): Promise<SnapshotManager> {
    const current = new SnapshotManager(dataDir, log, vocabulary, poolSize)
    await current.refresh()
    return current
  }

  private constructor(dataDir: string, log: Logger, vocabulary: Vocabulary, poolSize?: PoolSize) {
    this.#dataDir = dataDir
    this.#log = log
    this.#vocabulary = vocabulary
    this.#poolSize = poolSize
    this.#timers = [
      setInterval(() => void this.refresh(), pollMs).unref(),
      setInterval(() => void this.verify(), verifyIntervalMs).unref(),
    ]
  }

  /** The current snapshot, for a new request. Throws `unavailable` if there is none. */
  get(): LoadedSnapshot {
    if (this.#served === null) throw new ApiError('unavailable', 'No snapshot is loaded yet.')
    return this.#served
  }

  /** The manifest of the loaded snapshot; null without one. */
  get manifest(): Manifest | null {
    return this.#served?.snapshot.manifest ?? null
  }

  /** Whether the loaded snapshot is older than the published one, or damaged on disk. */
  get degraded(): boolean {
    return this.#degraded
  }

  /** Whether searches compare words only, because the embedder fails. */
  get isEmbedderDown(): boolean {
    return this.#served?.resources.vectors?.isDown ?? false
  }

  /** Reads the pointer now. Never rejects: errors are logged, and the old snapshot stays loaded. */
  refresh(): Promise<void> {
    this.#swapping ??= this.#followPointer().finally(() => (this.#swapping = null))
    return this.#swapping
  }

  /**
   * Verifies the files of the loaded snapshot, slowly. Never rejects: damage is logged, and another valid generation is loaded. If
   * there is none, the damaged one stays, because most of its cards are still readable. While degraded, reads the pointer again
   * instead.
   */
  verify(): Promise<void> {
    this.#verifying ??= (this.#degraded ? this.#followAgain() : this.#replaceIfDamaged()).finally(
      () => (this.#verifying = null),
    )
    return this.#verifying
  }

  /** Called when a card could not be read: verifies the files now, once for each snapshot. */
  suspect(): void {
    if (this.#suspected === this.#served) return
    this.#suspected = this.#served
    void this.verify()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    await Promise.all([this.#swapping, this.#verifying])
    if (this.#served) this.#retire(this.#served)
    this.#served = null
    await Promise.all(this.#retiring)
  }

  async #followPointer(): Promise<void> {
    const written = versionOf(join(this.#dataDir, pointerFile))
    if (written === this.#seen) return
    this.#seen = written
    try {
      const candidates = servableGenerations(this.#dataDir)
      const current = currentGeneration(this.#dataDir)
      if (current === null && candidates.length === 0 && this.#served === null) return
      if (current === null) this.#log.error(`${pointerFile} names no snapshot: ${repair}.`)
      // The loaded snapshot is valid, so older generations are not candidates.
      const wanted = this.#served ? candidates.filter((name) => name === current) : candidates
      const opened = await this.#serveFirstSound(wanted)
      this.#degraded = opened === null || opened !== current
    } catch (error) {
      this.#degraded = true
      this.#report(error)
    }
  }

  async #followAgain(): Promise<void> {
    this.#seen = null
    await this.refresh()
  }

  async #replaceIfDamaged(): Promise<void> {
    const directory = this.#served
    if (directory === null) return
    try {
      await directory.verify(this.#closing.signal)
    } catch (error) {
      if (this.#closing.signal.aborted || this.#served !== directory) return
      this.#report(error)
      if (!(error instanceof SnapshotCorruptError)) return
      this.#degraded = true
      while (this.#swapping) await this.#swapping
      this.#swapping = this.#replace(directory).finally(() => (this.#swapping = null))
      await this.#swapping
    }
  }

  async #replace(damaged: LoadedSnapshot): Promise<void> {
    if (this.#served !== damaged) return
    const { generation } = damaged.snapshot.manifest
    await this.#serveFirstSound(servableGenerations(this.#dataDir).filter((name) => name !== generation))
  }

  /** Loads the first valid generation and returns its name; logs the others; null if none is valid. */
  async #serveFirstSound(generations: readonly string[]): Promise<string | null> {
    for (const generation of generations) {
      try {
        const opened = await LoadedSnapshot.open(this.#dataDir, generation, this.#vocabulary, this.#poolSize)
        if (this.#served) this.#retire(this.#served)
        this.#served = opened
        this.#log.info({ generation }, 'serving')
        this.#warnOfEmbedder(opened)
        return generation
      } catch (error) {
        this.#report(error)
      }
    }
    return null
  }

  /** With another embedder, concepts are still compared, but the texts of sources are not. */
  #warnOfEmbedder({ snapshot: { manifest } }: LoadedSnapshot): void {
    const { embedderId } = this.#vocabulary.vectors
    if (embedderId === manifest.embedder) return
    this.#log.warn(
      { snapshot: manifest.embedder, server: embedderId },
      'the snapshot was built with another embedder: use the EMBEDDER of the ingest, or run the ingest again',
    )
  }

  #report(error: unknown): void {
    if (error instanceof SnapshotCorruptError) this.#log.error(error.message)
    else this.#log.error({ err: error }, `the published snapshot cannot be read: ${repair}`)
  }

  #retire(directory: LoadedSnapshot): void {
    const closed = directory[Symbol.asyncDispose]()
      .catch((error: unknown) => this.#log.error({ err: error }, 'a snapshot did not close'))
      .finally(() => this.#retiring.delete(closed))
    this.#retiring.add(closed)
  }
}

const repair = 'publish it again with careatlas ingest'

/** Identifies a version of a file, even with equal content: a wiped data folder may reuse a generation's name. */
function versionOf(file: string): string {
  try {
    const { ino, mtimeNs } = statSync(file, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
