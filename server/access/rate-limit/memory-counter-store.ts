/** What callers have taken of this server alone, in a bounded memory. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** What tests change. */
export interface MemoryCountsOptions {
  /** Callers that are remembered of one policy at most. */
  readonly callersMax?: number
  /** Milliseconds that only go forward. */
  readonly now?: () => number
}

/** Each takes about 150 bytes (`benchmarks/results/limits.md`): in a flood that reaches all ten policies, some 150 MB. */
const usualCallersMax = 100_000

/** Counts that end with the process. */
export class MemoryCounts implements CounterStore {
  readonly #options: Required<MemoryCountsOptions>
  readonly #policies = new Map<AppliedPolicy['name'], RecentCallers>()

  constructor({ callersMax = usualCallersMax, now = () => performance.now() }: MemoryCountsOptions = {}) {
    this.#options = { callersMax, now }
  }

  async add(policy: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    const now = this.#options.now()
    const callers = this.#callersOf(policy)
    const open = callers.find(caller, now) ?? (price === 0 ? null : callers.open(caller, now))
    if (open === null) return { count: 0, resetMs: policy.windowSeconds * 1000 }
    open.count += price
    return { count: open.count, resetMs: open.endsAt - now }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #callersOf({ name, windowSeconds }: AppliedPolicy): RecentCallers {
    const known = this.#policies.get(name)
    if (known !== undefined) return known
    const callers = new RecentCallers(windowSeconds * 1000, Math.ceil(this.#options.callersMax / 2))
    this.#policies.set(name, callers)
    return callers
  }
}

interface Window {
  count: number
  readonly endsAt: number
}

/**
 * The callers of one policy, in two generations. After a window's length all that the elder remembers has ended, and it goes as
 * one. It goes sooner where the younger is full: then those who came first are forgotten, each after at least as many newcomers
 * as one generation holds (`docs/decisions/0023`).
 */
class RecentCallers {
  readonly #windowMs: number
  readonly #generationMax: number
  #young = new Map<string, Window>()
  #elder = new Map<string, Window>()
  #youngSince = 0

  constructor(windowMs: number, generationMax: number) {
    this.#windowMs = windowMs
    this.#generationMax = generationMax
  }

  /** The window of `caller` that is open. */
  find(caller: string, now: number): Window | null {
    const window = this.#young.get(caller) ?? this.#elder.get(caller)
    return window !== undefined && window.endsAt > now ? window : null
  }

  open(caller: string, now: number): Window {
    if (this.#young.size >= this.#generationMax || now - this.#youngSince >= this.#windowMs) {
      this.#elder = this.#young
      this.#young = new Map()
      this.#youngSince = now
    }
    const window = { count: 0, endsAt: now + this.#windowMs }
    this.#young.set(caller, window)
    return window
  }
}
