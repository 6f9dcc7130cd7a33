/** Counters of this server, in bounded memory. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** The maximum number of callers of one policy. About 150 bytes each (`benchmarks/results/limits.md`): at most 150 MB if all ten policies are flooded. */
const usualCallersMax = 100_000

/** The counters end with the process. */
export class MemoryCounts implements CounterStore {
  readonly #generationMax: number
  readonly #now: () => number
  readonly #policies = new Map<AppliedPolicy['name'], RecentCallers>()

  /** The options are for tests; `now` is a monotonic clock, in milliseconds. */
  constructor({ callersMax = usualCallersMax, now = () => performance.now() } = {}) {
    this.#generationMax = Math.ceil(callersMax / 2)
    this.#now = now
  }

  async add(policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const now = this.#now()
    const callers = this.#callersOf(policy)
    const open = callers.find(caller, now) ?? (cost === 0 ? null : callers.open(caller, now))
    if (open === null) return { count: 0, resetMs: policy.windowSeconds * 1000 }
    open.count += cost
    return { count: open.count, resetMs: open.endsAt - now }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #callersOf({ name, windowSeconds }: AppliedPolicy): RecentCallers {
    const known = this.#policies.get(name)
    if (known !== undefined) return known
    const callers = new RecentCallers(windowSeconds * 1000, this.#generationMax)
    this.#policies.set(name, callers)
    return callers
  }
}

interface Window {
  count: number
  readonly endsAt: number
}

/**
 * The callers of one policy, in two generations. After the length of a window, every window of the older generation has ended, and
 * the generation is dropped. It is dropped earlier if the younger one is full: a caller is forgotten only after as many new callers
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

  /** The current window of a caller. */
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
