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

  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Mean 0, standard deviation 1 (the sum of twelve). */
  normal(): number {
    let sum = -6
    for (let at = 0; at < 12; at++) sum += this.next()
    return sum
  }

  /** In place (Fisher and Yates). */
  shuffle<T>(list: T[]): T[] {
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      ;[list[at], list[other]] = [list[other]!, list[at]!]
    }
    return list
  }
}
