/** Writes the last-used times of keys in batches, so that requests do not wait for the disk. */
import { setTimeout as delay } from 'node:timers/promises'
import { closeTimeoutMs, type State } from './state.ts'

/** The maximum delay of a write. */
const writeIntervalMs = 60_000

/** Rows per transaction. Each commit to a file waits for the disk; in PostgreSQL, transactions with several rows can deadlock. */
const batchSizes = { file: 500, database: 1 } as const

type KeyUse = readonly [keyId: string, usedAt: number]

/** Buffers last-used times, and writes them within a minute. */
export class LastUsedWriter implements AsyncDisposable {
  readonly #state: State
  /** The last-used times that are not written yet, in milliseconds since 1970. */
  readonly #unwritten = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(state: State) {
    this.#state = state
  }

  /** `usedAt` is in milliseconds since 1970. */
  add(keyId: string, usedAt: number): void {
    this.#unwritten.set(keyId, usedAt)
    this.#schedule()
  }

  /** Writes the buffer. After a failure (full disk, unavailable state) it retries later. */
  async write(): Promise<void> {
    const uses = [...this.#unwritten]
    const batchSize = batchSizes[this.#state.isFile ? 'file' : 'database']
    try {
      for (let start = 0; start < uses.length; start += batchSize)
        await this.#writeBatch(uses.slice(start, start + batchSize))
    } catch {
      this.#schedule()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([this.write(), delay(closeTimeoutMs, undefined, { ref: false })])
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.write()
    }, writeIntervalMs).unref()
  }

  async #writeBatch(uses: readonly KeyUse[]): Promise<void> {
    await this.#state.write(async (transaction) => {
      for (const [id, usedAt] of uses)
        await transaction.updateTable('api_key').set({ last_used_at: usedAt }).where('id', '=', id).execute()
    })
    for (const [id, usedAt] of uses) if (this.#unwritten.get(id) === usedAt) this.#unwritten.delete(id)
  }
}
