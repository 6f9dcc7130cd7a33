/** A local blocklist in front of a shared counter store, so that a flooding caller does not slow down the others. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** The maximum number of blocked callers, at about 150 bytes each. A caller that is dropped from the list causes one more query. */
const defaultBlockedMax = 100_000

/**
 * A caller that has used up its limit is rejected from the local blocklist, without a query. Other requests of one caller are
 * counted one at a time, because they would wait for the same row.
 */
export class BlocklistCounterStore implements CounterStore {
  readonly #store: CounterStore
  readonly #generationMax: number
  readonly #now: () => number
  /** The end of the window of each blocked caller, in two generations: when the current one is full, the previous one is dropped. */
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  /** The last pending request of each caller. */
  readonly #pending = new Map<string, Promise<WindowUsage>>()

  /** The options are for tests. `now` is a monotonic clock, in milliseconds. */
  constructor(store: CounterStore, { blockedMax = defaultBlockedMax, now = () => performance.now() } = {}) {
    this.#store = store
    this.#generationMax = Math.ceil(blockedMax / 2)
    this.#now = now
  }

  async add(policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const key = `${policy.name}:${caller}`
    const blocked = this.#findBlocked(key, policy, cost)
    if (blocked !== null) return blocked
    const count = async () => this.#findBlocked(key, policy, cost) ?? this.#count(key, policy, caller, cost)
    const pending = this.#pending.get(key)?.then(count, count) ?? count()
    this.#pending.set(key, pending)
    try {
      return await pending
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]()
  }

  /** Null if the caller is not blocked. */
  #findBlocked(key: string, policy: AppliedPolicy, cost: 0 | 1): WindowUsage | null {
    const endsAt = this.#current.get(key) ?? this.#previous.get(key) ?? 0
    const resetMs = endsAt - this.#now()
    return resetMs > 0 ? { count: policy.limit + cost, resetMs } : null
  }

  async #count(key: string, policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const usage = await this.#store.add(policy, caller, cost)
    if (usage.count >= policy.limit) this.#block(key, this.#now() + usage.resetMs)
    return usage
  }

  #block(key: string, endsAt: number): void {
    if (this.#current.size >= this.#generationMax) {
      this.#previous = this.#current
      this.#current = new Map()
    }
    this.#current.set(key, endsAt)
  }
}
