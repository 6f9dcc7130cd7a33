/** A local blocklist in front of a shared counter store, so that a flooding caller does not slow down the others. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** The maximum number of blocked callers, at about 150 bytes each. A caller that is dropped from the list costs one more query. */
const usualSpentMax = 100_000

/**
 * A caller that has used up its limit is rejected from the local blocklist, without a query. Other requests of one caller are
 * counted one at a time, because they would wait for the same row.
 */
export class BlocklistCounterStore implements CounterStore {
  readonly #store: CounterStore
  readonly #generationMax: number
  readonly #now: () => number
  /** The ends of the used-up windows, in two generations: the older one is dropped when the younger one is full. */
  #young = new Map<string, number>()
  #elder = new Map<string, number>()
  /** The last pending request of each caller. */
  readonly #pending = new Map<string, Promise<WindowUsage>>()

  /** The options are for tests; `now` is a monotonic clock, in milliseconds. */
  constructor(store: CounterStore, { spentMax = usualSpentMax, now = () => performance.now() } = {}) {
    this.#store = store
    this.#generationMax = Math.ceil(spentMax / 2)
    this.#now = now
  }

  async add(policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const name = `${policy.name}:${caller}`
    const known = this.#known(name, policy, cost)
    if (known !== null) return known
    const count = async () => this.#known(name, policy, cost) ?? this.#count(name, policy, caller, cost)
    const pending = this.#pending.get(name)?.then(count, count) ?? count()
    this.#pending.set(name, pending)
    try {
      return await pending
    } finally {
      if (this.#pending.get(name) === pending) this.#pending.delete(name)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]()
  }

  /** Null unless the limit is used up. */
  #known(name: string, policy: AppliedPolicy, cost: 0 | 1): WindowUsage | null {
    const endsAt = this.#young.get(name) ?? this.#elder.get(name) ?? 0
    const resetMs = endsAt - this.#now()
    return resetMs > 0 ? { count: policy.limit + cost, resetMs } : null
  }

  async #count(name: string, policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const usage = await this.#store.add(policy, caller, cost)
    if (usage.count >= policy.limit) this.#remember(name, this.#now() + usage.resetMs)
    return usage
  }

  #remember(name: string, endsAt: number): void {
    if (this.#young.size >= this.#generationMax) {
      this.#elder = this.#young
      this.#young = new Map()
    }
    this.#young.set(name, endsAt)
  }
}
