/** Manages the loaded snapshot: polls `DATA_DIR/CURRENT`, loads the newest valid generation, and swaps it in without a pause. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@careatlas/contract/errors'
import { SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import {
  readCurrentGeneration,
  pointerFile,
  listServableGenerations,
} from '@careatlas/directory/snapshot/current'
import { defaultVocabulary, type Vocabulary } from '@careatlas/search/query/query-resources'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { Logger } from 'pino'
import { verifyIntervalMs } from './verify-in-background.ts'
import { LoadedSnapshot, type LoadOptions } from './loaded-snapshot.ts'

/** A published generation is loaded at most this much later, plus the time to verify its files. */
const pollMs = 1000

export class SnapshotManager implements AsyncDisposable {
  readonly #dataDir: string
  readonly #log: Logger
  readonly #vocabulary: Vocabulary
  readonly #options: LoadOptions
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #pendingCloses = new Set<Promise<void>>()
  readonly #shutdown = new AbortController()
  #loaded: LoadedSnapshot | null = null
  /** The last processed version of the pointer file: each version is loaded only once. */
  #processedVersion: string | null = null
  #isDegraded = false
  #suspectedSnapshot: LoadedSnapshot | null = null
  #pendingSwap: Promise<void> | null = null
  #pendingVerification: Promise<void> | null = null

  /** Loads the newest valid generation, if any, and then polls the pointer. */
  static async start(dataDir: string, log: Logger, options: LoadOptions = {}): Promise<SnapshotManager> {
    const manager = new SnapshotManager(dataDir, log, options)
    await manager.refresh()
    return manager
  }

  private constructor(dataDir: string, log: Logger, options: LoadOptions) {
    this.#dataDir = dataDir
    this.#log = log
    this.#vocabulary = options.vocabulary ?? defaultVocabulary()
    this.#options = { ...options, vocabulary: this.#vocabulary }
    this.#timers = [
      setInterval(() => void this.refresh(), pollMs).unref(),
      setInterval(() => void this.verify(), verifyIntervalMs).unref(),
    ]
  }

  /** The current snapshot, for a new request. Throws `unavailable` if there is none. */
  get(): LoadedSnapshot {
    if (this.#loaded === null) throw new ApiError('unavailable', 'No snapshot is loaded yet.')
    return this.#loaded
  }

  /** The loaded snapshot, for a page that only reads what is in memory; null without one. */
  get snapshot(): Snapshot | null {
    return this.#loaded?.snapshot ?? null
  }

  /** The manifest of the loaded snapshot; null without one. */
  get manifest(): Manifest | null {
    return this.#loaded?.snapshot.manifest ?? null
  }

  /** Whether the loaded snapshot is older than the published one, or damaged on disk. */
  get isDegraded(): boolean {
    return this.#isDegraded
  }

  /** Whether the endpoint of EMBEDDER fails: the built-in model finds the concepts, and texts are compared by words. */
  get isEmbedderDown(): boolean {
    return this.#loaded?.resources.vectors?.isDown ?? false
  }

  /** Reads the pointer now. Never rejects: errors are logged, and the old snapshot stays loaded. */
  refresh(): Promise<void> {
    this.#pendingSwap ??= this.#followPointer().finally(() => (this.#pendingSwap = null))
    return this.#pendingSwap
  }

  /**
   * Verifies the files of the loaded snapshot, slowly. Never rejects: damage is logged, and another valid generation is loaded. If
   * there is none, the damaged one stays, because most of its cards are still readable. While degraded, reads the pointer again
   * instead.
   */
  verify(): Promise<void> {
    this.#pendingVerification ??= (
      this.#isDegraded ? this.#rereadPointer() : this.#replaceIfDamaged()
    ).finally(() => (this.#pendingVerification = null))
    return this.#pendingVerification
  }

  /** Verifies the files now, once for each snapshot; for a request that could not read a card. */
  suspectCorruption(): void {
    if (this.#suspectedSnapshot === this.#loaded) return
    this.#suspectedSnapshot = this.#loaded
    void this.verify()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#shutdown.abort()
    await Promise.all([this.#pendingSwap, this.#pendingVerification])
    if (this.#loaded) this.#closeAfterRequests(this.#loaded)
    this.#loaded = null
    await Promise.all(this.#pendingCloses)
  }

  async #followPointer(): Promise<void> {
    const version = readFileVersion(join(this.#dataDir, pointerFile))
    if (version === this.#processedVersion) return
    this.#processedVersion = version
    try {
      const candidates = listServableGenerations(this.#dataDir)
      const current = readCurrentGeneration(this.#dataDir)
      if (current === null && candidates.length === 0 && this.#loaded === null) return
      if (current === null) this.#log.error(`${pointerFile} names no snapshot: ${repairHint}.`)
      // The loaded snapshot is valid, so older generations are not candidates.
      const generations = this.#loaded ? candidates.filter((name) => name === current) : candidates
      const loadedGeneration = await this.#loadFirstValid(generations)
      this.#isDegraded = loadedGeneration === null || loadedGeneration !== current
    } catch (error) {
      this.#isDegraded = true
      this.#logFailure(error)
    }
  }

  async #rereadPointer(): Promise<void> {
    this.#processedVersion = null
    await this.refresh()
  }

  async #replaceIfDamaged(): Promise<void> {
    const loaded = this.#loaded
    if (loaded === null) return
    try {
      await loaded.verify(this.#shutdown.signal)
    } catch (error) {
      if (this.#shutdown.signal.aborted || this.#loaded !== loaded) return
      this.#logFailure(error)
      if (!(error instanceof SnapshotCorruptError)) return
      this.#isDegraded = true
      while (this.#pendingSwap) await this.#pendingSwap
      this.#pendingSwap = this.#replace(loaded).finally(() => (this.#pendingSwap = null))
      await this.#pendingSwap
    }
  }

  async #replace(damaged: LoadedSnapshot): Promise<void> {
    if (this.#loaded !== damaged) return
    const { generation } = damaged.snapshot.manifest
    await this.#loadFirstValid(listServableGenerations(this.#dataDir).filter((name) => name !== generation))
  }

  /** Loads the first valid generation and returns its name; logs the others; null if none is valid. */
  async #loadFirstValid(generations: readonly string[]): Promise<string | null> {
    for (const generation of generations) {
      try {
        const opened = await LoadedSnapshot.open(this.#dataDir, generation, this.#options)
        if (this.#loaded) this.#closeAfterRequests(this.#loaded)
        this.#loaded = opened
        this.#log.info({ generation }, 'serving')
        this.#warnIfEmbedderDiffers(opened)
        this.#warnIfPhrasesAreUnusable(opened)
        return generation
      } catch (error) {
        this.#logFailure(error)
      }
    }
    return null
  }

  /** With another embedder than that of the ingest, the built-in model finds the concepts, and texts are compared by words. */
  #warnIfEmbedderDiffers({ snapshot: { manifest } }: LoadedSnapshot): void {
    const { embedderId } = this.#vocabulary.vectors
    if (embedderId === manifest.embedder) return
    this.#log.warn(
      { snapshot: manifest.embedder, server: embedderId },
      'the snapshot was built with another embedder: run the ingest again with the EMBEDDER of the server',
    )
  }

  /** Once for each snapshot that is loaded. */
  #warnIfPhrasesAreUnusable({ resources: { phrases } }: LoadedSnapshot): void {
    if (phrases !== undefined && 'problem' in phrases)
      this.#log.warn(`${phrases.problem}: the built-in model finds the concepts until the ingest runs again`)
  }

  #logFailure(error: unknown): void {
    if (error instanceof SnapshotCorruptError) this.#log.error(error.message)
    else this.#log.error({ err: error }, `the published snapshot cannot be read: ${repairHint}`)
  }

  #closeAfterRequests(snapshot: LoadedSnapshot): void {
    const closed = snapshot[Symbol.asyncDispose]()
      .catch((error: unknown) => this.#log.error({ err: error }, 'a snapshot did not close'))
      .finally(() => this.#pendingCloses.delete(closed))
    this.#pendingCloses.add(closed)
  }
}

const repairHint = 'publish it again with careatlas ingest'

/** Identifies a version of a file. A cleared data folder may get the same generation name again, so equal content is not enough. */
function readFileVersion(file: string): string {
  try {
    const { ino, mtimeNs } = statSync(file, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
