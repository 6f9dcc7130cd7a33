/** Counters of this server, in bounded memory. */
import type { CounterStore, WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/**
 * The maximum number of callers of one policy. A caller takes about 150 bytes (`benchmarks/results/limits.md`), so a flood under all
 * ten policies takes at most 150 MB.
 */
const defaultCallersMax = 100_000

/** The counters are lost when the process ends. */
export class MemoryCounterStore implements CounterStore {
  readonly #generationMax: number
  readonly #now: () => number
  readonly #policies = new Map<AppliedPolicy['name'], RecentCallers>()

  /** The options are for tests; `now` is a monotonic clock, in milliseconds. */
  constructor({ callersMax = defaultCallersMax, now = () => performance.now() } = {}) {
    this.#generationMax = Math.ceil(callersMax / 2)
    this.#now = now
  }

  add(policy: AppliedPolicy, caller: string, cost: 0 | 1): WindowUsage {
    const now = this.#now()
    const callers = this.#callersOf(policy)
    const window = callers.find(caller, now) ?? (cost === 0 ? null : callers.open(caller, now))
    if (window === null) return { count: 0, resetMs: policy.windowSeconds * 1000 }
    window.count += cost
    return { count: window.count, resetMs: window.endsAt - now }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #callersOf({ name, windowSeconds }: AppliedPolicy): RecentCallers {
    const existing = this.#policies.get(name)
    if (existing !== undefined) return existing
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
 * The callers of one policy, in two generations. A new generation starts after the length of a window, and the previous generation
 * is dropped: all its windows have ended. A new generation also starts when the current one is full, so a caller is dropped early
 * only after as many new callers as one generation holds (`docs/decisions/0023`).
 */
class RecentCallers {
  readonly #windowMs: number
  readonly #generationMax: number
  #current = new Map<string, Window>()
  #previous = new Map<string, Window>()
  #currentSince = 0

  constructor(windowMs: number, generationMax: number) {
    this.#windowMs = windowMs
    this.#generationMax = generationMax
  }

  /** The open window of a caller; null if it has none. */
  find(caller: string, now: number): Window | null {
    const window = this.#current.get(caller) ?? this.#previous.get(caller)
    return window !== undefined && window.endsAt > now ? window : null
  }

  /** Opens a window for a caller that has none. */
  open(caller: string, now: number): Window {
    if (this.#current.size >= this.#generationMax || now - this.#currentSince >= this.#windowMs) {
      this.#previous = this.#current
      this.#current = new Map()
      this.#currentSince = now
    }
    const window = { count: 0, endsAt: now + this.#windowMs }
    this.#current.set(caller, window)
    return window
  }
}
