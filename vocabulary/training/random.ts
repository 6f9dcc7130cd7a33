/** A deterministic random number generator: mulberry32 (T. Ettinger), the same on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }

  /** An integer of at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Approximately normal, with mean 0 and standard deviation 1: the sum of twelve uniform numbers. */
  normal(): number {
    let sum = -6
    for (let i = 0; i < 12; i++) sum += this.next()
    return sum
  }

  /** Shuffles in place (Fisher and Yates). */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const other = this.below(i + 1)
      ;[list[i], list[other]] = [list[other]!, list[i]!]
    }
    return list
  }
}
