/** Counts that ask their place no more than they must, so that whoever floods it keeps nobody else waiting there. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** What tests change. */
export interface BlocklistCounterStoreOptions {
  /** How often a caller is remembered who has taken all that a policy allows. */
  readonly spentMax?: number
  /** Milliseconds that only go forward. */
  readonly now?: () => number
}

/** Some 150 bytes each. For one who is forgotten the place is asked once more. */
const usualSpentMax = 100_000

/**
 * Those of `place`, which is asked for one request of a caller at a time, since all of them wait for the same row there, and for
 * none while the caller has nothing left.
 */
export class BlocklistCounterStore implements CounterStore {
  readonly #place: CounterStore
  readonly #generationMax: number
  readonly #now: () => number
  /** When the windows end of which all was taken, in two generations: the elder goes when the younger is full. */
  #young = new Map<string, number>()
  #elder = new Map<string, number>()
  /** The last request of each caller for whom the place is being asked. */
  readonly #asking = new Map<string, Promise<WindowUsage>>()

  constructor(
    place: CounterStore,
    { spentMax = usualSpentMax, now = () => performance.now() }: BlocklistCounterStoreOptions = {},
  ) {
    this.#place = place
    this.#generationMax = Math.ceil(spentMax / 2)
    this.#now = now
  }

  async add(policy: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    const name = `${policy.name}:${caller}`
    const known = this.#known(name, policy, price)
    if (known !== null) return known
    const ask = async () => this.#known(name, policy, price) ?? this.#ask(name, policy, caller, price)
    const asking = this.#asking.get(name)?.then(ask, ask) ?? ask()
    this.#asking.set(name, asking)
    try {
      return await asking
    } finally {
      if (this.#asking.get(name) === asking) this.#asking.delete(name)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#place[Symbol.asyncDispose]()
  }

  /** Null unless all was taken. */
  #known(name: string, policy: AppliedPolicy, price: 0 | 1): WindowUsage | null {
    const endsAt = this.#young.get(name) ?? this.#elder.get(name) ?? 0
    const resetMs = endsAt - this.#now()
    return resetMs > 0 ? { count: policy.limit + price, resetMs } : null
  }

  async #ask(name: string, policy: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    const taken = await this.#place.add(policy, caller, price)
    if (taken.count >= policy.limit) this.#remember(name, this.#now() + taken.resetMs)
    return taken
  }

  #remember(name: string, endsAt: number): void {
    if (this.#young.size >= this.#generationMax) {
      this.#elder = this.#young
      this.#young = new Map()
    }
    this.#young.set(name, endsAt)
  }
}
