/** Which directory is served: follows `DATA_DIR/CURRENT`, and swaps without a request noticing. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { currentGeneration, pointerFile, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Logger } from 'pino'
import { ServedDirectory } from './served-directory.ts'

/** A published generation is served at most this much later, plus the time to check its files. */
const pollMs = 1000

export class CurrentDirectory implements AsyncDisposable {
  readonly #dataDir: string
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #closing = new Set<Promise<void>>()
  #served: ServedDirectory | null = null
  /** The last writing of the pointer that was looked at: what it names is opened, or fails to open, once. */
  #seen: string | null = null
  #outdated = false
  #following: Promise<void> | null = null

  /** Opens what the pointer names, if anything, and follows the pointer from then on. */
  static async follow(dataDir: string, log: Logger): Promise<CurrentDirectory> {
    const current = new CurrentDirectory(dataDir, log)
    await current.refresh()
    return current
  }

  private constructor(dataDir: string, log: Logger) {
    this.#dataDir = dataDir
    this.#log = log
    this.#timer = setInterval(() => void this.refresh(), pollMs).unref()
  }

  /** The directory that a request starting now sees. Throws `unavailable` while there is none. */
  get(): ServedDirectory {
    if (this.#served === null) throw new DirectoryError('unavailable', 'No directory is loaded yet.')
    return this.#served
  }

  /** Whether an older directory is served because what the pointer names cannot be. */
  get outdated(): boolean {
    return this.#outdated
  }

  /** Looks at the pointer now. Never throws: what cannot be opened is logged, and the old directory serves on. */
  refresh(): Promise<void> {
    this.#following ??= this.#swap().finally(() => (this.#following = null))
    return this.#following
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#following
    if (this.#served) this.#retire(this.#served)
    this.#served = null
    await Promise.all(this.#closing)
  }

  async #swap(): Promise<void> {
    const written = writingOf(join(this.#dataDir, pointerFile))
    if (written === this.#seen) return
    this.#seen = written
    try {
      const generation = currentGeneration(this.#dataDir)
      if (generation === null && this.#served === null) return
      if (generation === null) throw new Error(`${pointerFile} names no snapshot.`)
      const opened = await ServedDirectory.open(snapshotFolder(this.#dataDir, generation))
      const old = this.#served
      this.#served = opened
      this.#outdated = false
      this.#log.info({ generation }, 'serving')
      if (old) this.#retire(old)
    } catch (error) {
      this.#outdated = true
      this.#log.error(
        { err: error },
        'what was published cannot be served; publish it again with: careatlas ingest',
      )
    }
  }

  #retire(directory: ServedDirectory): void {
    const closed = directory[Symbol.asyncDispose]()
      .catch((error: unknown) => this.#log.error({ err: error }, 'a directory did not close'))
      .finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
  }
}

/** Tells one writing of a file from the next, even of the same text; in a wiped folder generations are named anew. */
function writingOf(file: string): string {
  try {
    const { ino, mtimeNs } = statSync(file, { bigint: true })
    return `${ino} ${mtimeNs}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}
