/** A number, zero or greater, for some of the entities; emptying it costs no more than filling it did. */

/** What a leg of the search gives: the entities that satisfy it, each once. */
export interface EntitySet {
  readonly size: number
  has(entity: number): boolean
  keys(): Uint32Array
}

const absent = -1

/** Made once for a segment and filled anew by every query. */
export class EntityValues implements EntitySet {
  readonly #values: Float64Array
  readonly #members: Uint32Array
  #size = 0

  /** Room for every entity of the segment: 12 bytes each. */
  constructor(entities: number) {
    this.#values = new Float64Array(entities).fill(absent)
    this.#members = new Uint32Array(entities)
  }

  get size(): number {
    return this.#size
  }

  clear(): void {
    for (const entity of this.keys()) this.#values[entity] = absent
    this.#size = 0
  }

  has(entity: number): boolean {
    return this.#values[entity] !== absent
  }

  /** The entity must be there. */
  get(entity: number): number {
    return this.#values[entity]!
  }

  /** Adds to the value that is there, or to zero. */
  add(entity: number, amount: number): void {
    const value = this.#values[entity]!
    if (value === absent) this.#members[this.#size++] = entity
    this.#values[entity] = value === absent ? amount : value + amount
  }

  /** Keeps the lesser of the value that is there and this one. */
  lower(entity: number, value: number): void {
    const before = this.#values[entity]!
    if (before === absent) this.#members[this.#size++] = entity
    if (before === absent || value < before) this.#values[entity] = value
  }

  /** Replaces every value. */
  map(change: (value: number, entity: number) => number): void {
    for (const entity of this.keys()) this.#values[entity] = change(this.#values[entity]!, entity)
  }

  /** In the order they came. */
  keys(): Uint32Array {
    return this.#members.subarray(0, this.#size)
  }
}
