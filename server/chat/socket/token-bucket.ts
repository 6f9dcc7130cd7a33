/** Limits a rate: a bucket of `burst` tokens that refills at `perSecond`. */

export interface BucketSize {
  readonly burst: number
  readonly perSecond: number
}

export class TokenBucket {
  readonly #size: BucketSize
  readonly #now: () => number
  #tokens: number
  #filledAt: number

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(size: BucketSize, now: () => number = performance.now.bind(performance)) {
    this.#size = size
    this.#now = now
    this.#tokens = size.burst
    this.#filledAt = now()
  }

  /** Takes a token; false if the bucket is empty. */
  take(): boolean {
    const { burst, perSecond } = this.#size
    const now = this.#now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /** The seconds until the next token, rounded up. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.#size.perSecond))
  }
}
