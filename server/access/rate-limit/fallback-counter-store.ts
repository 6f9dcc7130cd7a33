/** Counts where several servers do, and here alone while that place is away. */
import type { Logger } from 'pino'
import type { CounterStore, WindowUsage } from './counter-store.ts'
import { MemoryCounts } from './memory-counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** The place is left alone so long after it failed, so that not everybody waits for it in vain. */
const restMs = 1000

/** Between two times that the log says that it is lost. */
const quietMs = 60_000

/** What is said of the place. */
export interface FallbackCounterStoreOptions {
  /** The setting that names the place. */
  readonly setting: string
  /** Hears when the place is lost, and when it is found again; of a place that comes and goes once a minute. */
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Milliseconds that only go forward; tests pass their own. */
  readonly now?: () => number
}

/** Those of `shared`, or of this server's own memory. */
export class FallbackCounterStore implements CounterStore {
  readonly #shared: CounterStore
  readonly #own = new MemoryCounts()
  readonly #options: FallbackCounterStoreOptions
  readonly #now: () => number
  #isAlone = false
  #restsUntil = 0
  #isToldLost = false
  #quietUntil = 0

  constructor(shared: CounterStore, options: FallbackCounterStoreOptions) {
    this.#shared = shared
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  async add(policy: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    if (!this.#mayAsk()) return this.#own.add(policy, caller, price)
    try {
      const taken = await this.#shared.add(policy, caller, price)
      this.#found()
      return taken
    } catch (error) {
      this.#lost(error)
      return this.#own.add(policy, caller, price)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shared[Symbol.asyncDispose]()
  }

  /** While the place is away one request in a while asks for all. */
  #mayAsk(): boolean {
    const now = this.#now()
    if (now < this.#restsUntil) return false
    if (this.#isAlone) this.#restsUntil = now + restMs
    return true
  }

  #lost(error: unknown): void {
    const now = this.#now()
    this.#restsUntil = now + restMs
    this.#isAlone = true
    if (this.#isToldLost || now < this.#quietUntil) return
    this.#isToldLost = true
    this.#quietUntil = now + quietMs
    const { setting, log } = this.#options
    // The error itself may hold what was sent, such as the password.
    const why = error instanceof Error ? error.message || String('code' in error && error.code) : 'failed'
    log.warn({ why }, `the place of ${setting} cannot count; this server counts limits by itself`)
  }

  #found(): void {
    if (!this.#isAlone) return
    this.#isAlone = false
    this.#restsUntil = 0
    if (!this.#isToldLost) return
    this.#isToldLost = false
    this.#options.log.info(`the place of ${this.#options.setting} counts limits again`)
  }
}
