/** Which generation is served: follows `DATA_DIR/CURRENT`, and swaps without a request noticing. */
import { currentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Logger } from 'pino'
import { Generation } from './generation.ts'

/** A published generation is served at most this much later, plus the time to check its files. */
const pollMs = 1000

export class Serving implements AsyncDisposable {
  readonly #dataDir: string
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #closing = new Set<Promise<void>>()
  #current: Generation | null = null
  /** The last name seen in the pointer; a generation that failed to open is not tried again. */
  #seen: string | null = null
  #following: Promise<void> | null = null
  #draining = false

  /** Opens what the pointer names, if anything, and follows the pointer from then on. */
  static async follow(dataDir: string, log: Logger): Promise<Serving> {
    const serving = new Serving(dataDir, log)
    await serving.refresh()
    return serving
  }

  private constructor(dataDir: string, log: Logger) {
    this.#dataDir = dataDir
    this.#log = log
    this.#timer = setInterval(() => void this.refresh(), pollMs).unref()
  }

  /** The generation that a request starting now sees. Throws `unavailable` while there is none. */
  current(): Generation {
    if (this.#current === null) throw new DirectoryError('unavailable', 'No directory is loaded yet.')
    return this.#current
  }

  /** True from the first signal to stop: requests are still answered, but a balancer should send no more. */
  get draining(): boolean {
    return this.#draining
  }

  drain(): void {
    this.#draining = true
  }

  /** Looks at the pointer now. Never throws: what cannot be opened is logged, and the old generation serves on. */
  refresh(): Promise<void> {
    this.#following ??= this.#swap().finally(() => (this.#following = null))
    return this.#following
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#following
    if (this.#current) this.#retire(this.#current)
    this.#current = null
    await Promise.all(this.#closing)
  }

  async #swap(): Promise<void> {
    const name = this.#pointer()
    if (name === null || name === this.#seen) return
    this.#seen = name
    try {
      const opened = await Generation.open(snapshotFolder(this.#dataDir, name))
      const old = this.#current
      this.#current = opened
      this.#log.info({ generation: name }, 'serving')
      if (old) this.#retire(old)
    } catch (error) {
      this.#log.error({ generation: name, err: error }, 'cannot be served')
    }
  }

  #pointer(): string | null {
    try {
      return currentGeneration(this.#dataDir)
    } catch (error) {
      this.#log.error({ err: error }, 'the pointer cannot be read')
      return null
    }
  }

  #retire(generation: Generation): void {
    const closed = generation[Symbol.asyncDispose]()
      .catch((error: unknown) => this.#log.error({ err: error }, 'a generation did not close'))
      .finally(() => this.#closing.delete(closed))
    this.#closing.add(closed)
  }
}
