/** The first of many in an order, without sorting the rest. */

/** So many more than wanted are gathered before the later ones are dropped. */
const slack = 256

/** Keeps the first `count` of what it takes: a sort of a few hundred now and then. */
export class TopK<Item> {
  readonly #count: number
  readonly #order: (a: Item, b: Item) => number
  #candidates: Item[] = []
  #last: Item | undefined

  constructor(count: number, order: (a: Item, b: Item) => number) {
    this.#count = count
    this.#order = order
  }

  /** Undefined as long as everything may be among the first; then what comes after it is not. */
  get last(): Item | undefined {
    return this.#last
  }

  /** Whether `last` is another than before. */
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
