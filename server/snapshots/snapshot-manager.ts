/** Which directory is served: the best that is sound. Follows `DATA_DIR/CURRENT`, and swaps without a request noticing. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@careatlas/contract/errors'
import { SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import { currentGeneration, pointerFile, servableGenerations } from '@careatlas/directory/snapshot/current'
import type { PoolSize } from '@careatlas/search/embedded/search-pool'
import { defaultVocabulary, type Vocabulary } from '@careatlas/search/query/query-resources'
import type { Logger } from 'pino'
import { scrubEveryMs } from './verify-in-background.ts'
import { LoadedSnapshot } from './loaded-snapshot.ts'

/** A published generation is served at most this much later, plus the time to check its files. */
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
  /** The last writing of the pointer that was looked at: what it names is opened, or fails to open, once. */
  #seen: string | null = null
  #degraded = false
  #suspected: LoadedSnapshot | null = null
  #swapping: Promise<void> | null = null
  #scrubbing: Promise<void> | null = null

  /** Opens the best generation that is sound, if any, and follows the pointer from then on. */
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
      setInterval(() => void this.scrub(), scrubEveryMs).unref(),
    ]
  }

  /** The directory that a request starting now sees. Throws `unavailable` while there is none. */
  get(): LoadedSnapshot {
    if (this.#served === null) throw new ApiError('unavailable', 'No directory is loaded yet.')
    return this.#served
  }

  /** Whether an older directory is served than was published, or one that is damaged on disk, or meaning is not compared. */
  get degraded(): boolean {
    return this.#degraded || (this.#served?.resources.vectors?.isDown ?? false)
  }

  /** Looks at the pointer now. Never throws: what cannot be opened is logged, and the old directory serves on. */
  refresh(): Promise<void> {
    this.#swapping ??= this.#followPointer().finally(() => (this.#swapping = null))
    return this.#swapping
  }

  /**
   * Compares the files of the served directory with what was published, slowly. Never throws: when they are damaged it
   * is logged, and a sound generation takes over. Where there is none, what is in memory and every card that the
   * database can still read are better than no directory. While degraded it looks instead whether all is mended.
   */
  scrub(): Promise<void> {
    this.#scrubbing ??= (this.#degraded ? this.#lookAgain() : this.#replaceIfDamaged()).finally(
      () => (this.#scrubbing = null),
    )
    return this.#scrubbing
  }

  /** A card failed, it seems because of its bytes: scrubs now, once for each directory. */
  suspect(): void {
    if (this.#suspected === this.#served) return
    this.#suspected = this.#served
    void this.scrub()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#closing.abort()
    await Promise.all([this.#swapping, this.#scrubbing])
    if (this.#served) this.#retire(this.#served)
    this.#served = null
    await Promise.all(this.#retiring)
  }

  async #followPointer(): Promise<void> {
    const written = writingOf(join(this.#dataDir, pointerFile))
    if (written === this.#seen) return
    this.#seen = written
    try {
      const candidates = servableGenerations(this.#dataDir)
      const current = currentGeneration(this.#dataDir)
      if (current === null && candidates.length === 0 && this.#served === null) return
      if (current === null) this.#log.error(`${pointerFile} names no snapshot: ${repair}.`)
      // What is served is sound, and no worse than what was published before it.
      const wanted = this.#served ? candidates.filter((name) => name === current) : candidates
      const opened = await this.#serveFirstSound(wanted)
      this.#degraded = opened === null || opened !== current
    } catch (error) {
      this.#degraded = true
      this.#report(error)
    }
  }

  async #lookAgain(): Promise<void> {
    this.#seen = null
    await this.refresh()
  }

  async #replaceIfDamaged(): Promise<void> {
    const directory = this.#served
    if (directory === null) return
    try {
      await directory.scrub(this.#closing.signal)
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

  /** Swaps to the first that opens and returns its name; tells of those that do not, null when none does. */
  async #serveFirstSound(generations: readonly string[]): Promise<string | null> {
    for (const generation of generations) {
      try {
        const opened = await LoadedSnapshot.open(this.#dataDir, generation, this.#vocabulary, this.#poolSize)
        if (this.#served) this.#retire(this.#served)
        this.#served = opened
        this.#log.info({ generation }, 'serving')
        this.#tellOfEmbedder(opened)
        return generation
      } catch (error) {
        this.#report(error)
      }
    }
    return null
  }

  /** Concepts are compared all the same; what sources say of a clinician is not. */
  #tellOfEmbedder({ snapshot: { manifest } }: LoadedSnapshot): void {
    const { embedderId } = this.#vocabulary.vectors
    if (embedderId === manifest.embedder) return
    this.#log.warn(
      { snapshot: manifest.embedder, server: embedderId },
      'the snapshot was made with another embedder: set EMBEDDER as it was at the ingest, or ingest again',
    )
  }

  #report(error: unknown): void {
    if (error instanceof SnapshotCorruptError) this.#log.error(error.message)
    else this.#log.error({ err: error }, `what was published cannot be read: ${repair}`)
  }

  #retire(directory: LoadedSnapshot): void {
    const closed = directory[Symbol.asyncDispose]()
      .catch((error: unknown) => this.#log.error({ err: error }, 'a directory did not close'))
      .finally(() => this.#retiring.delete(closed))
    this.#retiring.add(closed)
  }
}

const repair = 'publish it again with careatlas ingest'

/** Tells one writing of a file from the next, even of the same text; in a wiped folder generations are named anew. */
function writingOf(file: string): string {
  try {
    const { ino, mtimeNs } = statSync(file, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
