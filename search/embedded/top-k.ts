/** Selects the first items of an order without sorting all items. */

/** Surplus candidates, beyond twice the count, that are collected before the list is sorted and cut. */
const slack = 64

/** Keeps the first `count` items; sorts a few hundred candidates at a time. */
export class TopK<Item> {
  readonly #count: number
  readonly #order: (a: Item, b: Item) => number
  #candidates: Item[] = []
  #last: Item | undefined

  constructor(count: number, order: (a: Item, b: Item) => number) {
    this.#count = count
    this.#order = order
  }

  /** Items that sort after it are not among the first; undefined while every item may be. */
  get last(): Item | undefined {
    return this.#last
  }

  /** Returns whether `last` has changed. */
  add(item: Item): boolean {
    this.#candidates.push(item)
    if (this.#candidates.length < 2 * this.#count + slack) return false
    this.#candidates = this.sorted()
    this.#last = this.#candidates.at(-1)
    return true
  }

  sorted(): Item[] {
    return this.#candidates.toSorted(this.#order).slice(0, this.#count)
  }
}
