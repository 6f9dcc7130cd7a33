/** The first of many in an order, without sorting the rest. */

/** So many more than wanted are gathered before the later ones are dropped. */
const gatheredMore = 256

/** Keeps the first `count` of what it takes: a sort of a few hundred now and then. */
export class Earliest<Item> {
  readonly #count: number
  readonly #order: (a: Item, b: Item) => number
  #gathered: Item[] = []
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
  take(item: Item): boolean {
    this.#gathered.push(item)
    if (this.#gathered.length < 2 * this.#count + gatheredMore) return false
    this.#gathered = this.inOrder()
    this.#last = this.#gathered.at(-1)
    return true
  }

  inOrder(): Item[] {
    return this.#gathered.toSorted(this.#order).slice(0, this.#count)
  }
}
