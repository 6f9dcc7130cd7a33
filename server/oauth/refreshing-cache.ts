/** Caches a value of another service: reloads it when it is old or on demand, but not more often than the cooldown allows. */

export interface RefreshingCacheTimes {
  /** An older value is reloaded before use. */
  readonly maxAgeMs: number
  /** An older value is dropped if the reload fails (RFC 5861, stale-if-error). */
  readonly staleIfErrorMs: number
  /** The minimum time between two reloads, successful or not. */
  readonly cooldownMs: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Caches the result of `load`. Without a value, its methods reject with the last error of `load`. */
export class RefreshingCache<Value> {
  readonly #load: () => Promise<Value>
  readonly #times: RefreshingCacheTimes
  #known: { readonly value: Value; readonly at: number } | null = null
  #failure: unknown
  #loading: Promise<void> | null = null
  #loadedAt = -Infinity

  constructor(load: () => Promise<Value>, times: RefreshingCacheTimes) {
    this.#load = load
    this.#times = times
  }

  /** The current value, even if the reload fails. */
  async get(): Promise<Value> {
    if (this.#ageMs() >= this.#times.maxAgeMs) await this.#loadOnce()
    return this.known
  }

  /** A newer value, unless the cooldown lasts; for a caller that the current value did not help. */
  async reload(): Promise<Value> {
    await this.#loadOnce()
    return this.known
  }

  /** The value of the last reload; throws its error if there is none. */
  get known(): Value {
    if (this.#known === null) throw this.#failure
    return this.#known.value
  }

  #now(): number {
    return (this.#times.now ?? performance.now.bind(performance))()
  }

  #ageMs(): number {
    return this.#now() - (this.#known?.at ?? -Infinity)
  }

  /** Concurrent callers share one reload. */
  #loadOnce(): Promise<void> {
    if (this.#loading !== null) return this.#loading
    if (this.#now() - this.#loadedAt < this.#times.cooldownMs) return Promise.resolve()
    this.#loadedAt = this.#now()
    this.#loading = this.#loadNow().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #loadNow(): Promise<void> {
    const at = this.#loadedAt
    try {
      this.#known = { value: await this.#load(), at }
    } catch (error) {
      this.#failure = error
      if (this.#ageMs() >= this.#times.staleIfErrorMs) this.#known = null
    }
  }
}
