/** What somebody else keeps and may change: looked up again when it is old, or when it did not do, and never too often. */

export interface RefreshingCacheTimes {
  /** So old, it is not used before it was looked up again, or could not be. */
  readonly maxAgeMs: number
  /** So old, it is forgotten with the next look that fails. */
  readonly staleIfErrorMs: number
  /** From one look to the next, whatever came of it. */
  readonly cooldownMs: number
  /** Milliseconds that never go back. */
  readonly now?: () => number
}

/** What `look` finds; whatever it rejects with, asking rejects with where nothing is known. */
export class RefreshingCache<Value> {
  readonly #look: () => Promise<Value>
  readonly #times: RefreshingCacheTimes
  #known: { readonly value: Value; readonly at: number } | null = null
  #failure: unknown
  #looking: Promise<void> | null = null
  #lookedAt = -Infinity

  constructor(look: () => Promise<Value>, times: RefreshingCacheTimes) {
    this.#look = look
    this.#times = times
  }

  /** What is known, also while it cannot be looked up; rejects as the last look did where nothing is. */
  async get(): Promise<Value> {
    if (this.#ageMs() >= this.#times.maxAgeMs) await this.#lookOnce()
    return this.known
  }

  /** Something newer, where what is known did not do and it is time to look; rejects as `get` does. */
  async reload(): Promise<Value> {
    await this.#lookOnce()
    return this.known
  }

  /** As the last look left it; throws what went wrong there where nothing is known. */
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

  /** Whoever asks meanwhile waits for the same look. */
  #lookOnce(): Promise<void> {
    if (this.#looking !== null) return this.#looking
    if (this.#now() - this.#lookedAt < this.#times.cooldownMs) return Promise.resolve()
    this.#lookedAt = this.#now()
    this.#looking = this.#lookNow().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookNow(): Promise<void> {
    const at = this.#lookedAt
    try {
      this.#known = { value: await this.#look(), at }
    } catch (error) {
      this.#failure = error
      if (this.#ageMs() >= this.#times.staleIfErrorMs) this.#known = null
    }
  }
}
