/** When keys were used last, written for many of them at once: a request that reads the directory waits for no disk. */
import { setTimeout as passed } from 'node:timers/promises'
import type { State } from './state.ts'

/** How late a use may be written. */
const writeIntervalMs = 60_000

/**
 * Uses of one transaction. Each commit to the file waits for the disk; but in PostgreSQL two transactions that hold several rows
 * may wait for each other.
 */
const batchSizes = { file: 500, database: 1 } as const

/** A database that answers nothing must not hold up who stops the server. */
const closeTimeoutMs = 1000

type Use = readonly [keyId: string, at: number]

/** Gathers uses, and writes them a minute later at most. */
export class LastUsedWriter implements AsyncDisposable {
  readonly #state: State
  /** The last use of each key, in milliseconds since 1970, that is not written yet. */
  readonly #unwritten = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(state: State) {
    this.#state = state
  }

  /** `at` is in milliseconds since 1970. */
  add(keyId: string, at: number): void {
    this.#unwritten.set(keyId, at)
    this.#schedule()
  }

  /** What cannot be written now, on a full disk or while the state is away, is written a while later. */
  async write(): Promise<void> {
    const uses = [...this.#unwritten]
    const together = batchSizes[this.#state.isFile ? 'file' : 'database']
    try {
      for (let from = 0; from < uses.length; from += together)
        await this.#writeBatch(uses.slice(from, from + together))
    } catch {
      this.#schedule()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([this.write(), passed(closeTimeoutMs, undefined, { ref: false })])
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.write()
    }, writeIntervalMs).unref()
  }

  async #writeBatch(uses: readonly Use[]): Promise<void> {
    await this.#state.write(async (transaction) => {
      for (const [id, at] of uses)
        await transaction.updateTable('api_key').set({ last_used_at: at }).where('id', '=', id).execute()
    })
    for (const [id, at] of uses) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id)
  }
}
