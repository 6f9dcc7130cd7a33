/** Caches a value of another service. Reloads it on demand or when it expires, but not more often than the cooldown allows. */

export interface RefreshingCacheTimes {
  /** An older value is reloaded before use. */
  readonly maxAgeMs: number
  /** An older value is dropped if the reload fails (RFC 5861, stale-if-error). */
  readonly staleIfErrorMs: number
  /** The minimum time between two reloads, successful or not. */
  readonly cooldownMs: number
  /** The minimum time between two reloads while there is no value; default: `cooldownMs`. */
  readonly emptyCooldownMs?: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Caches the result of `load`. Without a value, its methods reject with the last error of `load`. */
export class RefreshingCache<Value> {
  readonly #load: () => Promise<Value>
  readonly #times: RefreshingCacheTimes
  #entry: { readonly value: Value; readonly loadedAtMs: number } | null = null
  #lastError: unknown
  #pendingLoad: Promise<void> | null = null
  #lastLoadMs = -Infinity

  constructor(load: () => Promise<Value>, times: RefreshingCacheTimes) {
    this.#load = load
    this.#times = times
  }

  /** The cached value; reloads it first if it has expired, and returns the old one if the reload fails. */
  async get(): Promise<Value> {
    if (this.#ageMs() >= this.#times.maxAgeMs) await this.#loadOnce()
    return this.current
  }

  /** Reloads the value unless the cooldown is running; for a caller that finds the cached value outdated. */
  async reload(): Promise<Value> {
    await this.#loadOnce()
    return this.current
  }

  /** The cached value, without a reload; throws the error of the last load if there is none. */
  get current(): Value {
    if (this.#entry === null) throw this.#lastError
    return this.#entry.value
  }

  #now(): number {
    return (this.#times.now ?? performance.now.bind(performance))()
  }

  #ageMs(): number {
    return this.#now() - (this.#entry?.loadedAtMs ?? -Infinity)
  }

  /** Concurrent callers share one reload. */
  #loadOnce(): Promise<void> {
    if (this.#pendingLoad !== null) return this.#pendingLoad
    if (this.#now() - this.#lastLoadMs < this.#cooldownMs()) return Promise.resolve()
    this.#lastLoadMs = this.#now()
    this.#pendingLoad = this.#loadNow().finally(() => {
      this.#pendingLoad = null
    })
    return this.#pendingLoad
  }

  #cooldownMs(): number {
    const { cooldownMs, emptyCooldownMs = cooldownMs } = this.#times
    return this.#entry === null ? emptyCooldownMs : cooldownMs
  }

  async #loadNow(): Promise<void> {
    const loadedAtMs = this.#lastLoadMs
    try {
      this.#entry = { value: await this.#load(), loadedAtMs }
    } catch (error) {
      this.#lastError = error
      if (this.#ageMs() >= this.#times.staleIfErrorMs) this.#entry = null
    }
  }
}
