/** A circuit breaker: after failures it rejects calls for a while, then allows one trial call at a time. */

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  readonly failuresMax: number
  /** The time between two trial calls; Infinity allows no further call. */
  readonly openMs: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** The caller checks `allowsCall()` before each call and records its result. */
export class CircuitBreaker {
  readonly #options: Required<CircuitBreakerOptions>
  #failures = 0
  #trialAt = 0

  constructor(options: CircuitBreakerOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  get isOpen(): boolean {
    return this.#failures >= this.#options.failuresMax
  }

  /** Whether a call may be made now. While the circuit is open, this allows one trial call per `openMs`. */
  allowsCall(): boolean {
    if (!this.isOpen) return true
    const { now, openMs } = this.#options
    if (now() < this.#trialAt) return false
    this.#trialAt = now() + openMs
    return true
  }

  recordSuccess(): void {
    this.#failures = 0
  }

  recordFailure(): void {
    this.#failures += 1
    this.#trialAt = this.#options.now() + this.#options.openMs
  }
}
