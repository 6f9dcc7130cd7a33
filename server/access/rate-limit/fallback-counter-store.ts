/** Counts in a shared store, and in this server's memory while the shared store fails. */
import { CircuitBreaker } from '@careatlas/models/circuit-breaker'
import type { Logger } from 'pino'
import type { CounterStore, WindowUsage } from './counter-store.ts'
import { MemoryCounterStore } from './memory-counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** After a failure, the server tries the shared store again once in this interval. */
const openMs = 1000

/** The minimum time between two warnings. */
const warningIntervalMs = 60_000

export interface FallbackCounterStoreOptions {
  /** The setting that names the shared store, such as VALKEY_URL. */
  readonly setting: string
  /** Gets a warning when the store fails, at most once a minute, and a line when it works again. */
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** A monotonic clock, in milliseconds; tests pass their own. */
  readonly now?: () => number
}

export class FallbackCounterStore implements CounterStore {
  readonly #shared: CounterStore
  readonly #memory = new MemoryCounterStore()
  readonly #breaker: CircuitBreaker
  readonly #options: FallbackCounterStoreOptions
  readonly #now: () => number
  #hasWarned = false
  #nextWarningAt = 0

  constructor(shared: CounterStore, options: FallbackCounterStoreOptions) {
    this.#shared = shared
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#breaker = new CircuitBreaker({ failuresMax: 1, openMs, now: this.#now })
  }

  async add(policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    if (!this.#breaker.allowsCall()) return this.#memory.add(policy, caller, cost)
    try {
      const usage = await this.#shared.add(policy, caller, cost)
      this.#recordSuccess()
      return usage
    } catch (error) {
      this.#recordFailure(error)
      return this.#memory.add(policy, caller, cost)
    }
  }

  /** Whether requests are counted in this server's memory now. */
  get isDown(): boolean {
    return this.#breaker.isOpen
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shared[Symbol.asyncDispose]()
  }

  #recordFailure(error: unknown): void {
    this.#breaker.recordFailure()
    const now = this.#now()
    if (this.#hasWarned || now < this.#nextWarningAt) return
    this.#hasWarned = true
    this.#nextWarningAt = now + warningIntervalMs
    const { setting, log } = this.#options
    // Only the message: the error itself may contain the password that was sent.
    const why = error instanceof Error ? error.message || String('code' in error && error.code) : 'failed'
    log.warn({ why }, `${setting} unavailable: rate limits are now per server`)
  }

  #recordSuccess(): void {
    this.#breaker.recordSuccess()
    if (!this.#hasWarned) return
    this.#hasWarned = false
    this.#options.log.info(`${this.#options.setting} available again: rate limits are shared`)
  }
}
