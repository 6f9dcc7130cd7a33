/** A sparse table from entities to non-negative numbers; clearing it costs no more than filling it. */

const capacityMin = 1024

/** Created once for a segment and refilled by every query: 4 bytes for each entity, and 12 for each with a number. */
export class EntityTable {
  /** Place of the entity's number in the lists, counted from 1; 0 for none. */
  readonly #places: Uint32Array
  #entities = new Uint32Array(capacityMin)
  #values = new Float64Array(capacityMin)
  #size = 0

  constructor(entities: number) {
    this.#places = new Uint32Array(entities)
  }

  clear(): void {
    for (const entity of this.entities()) this.#places[entity] = 0
    this.#size = 0
  }

  /** Place of the entity in `entities()`, or -1. */
  placeOf(entity: number): number {
    return this.#places[entity]! - 1
  }

  /** Keeps the lesser of the present number and this one. */
  lower(entity: number, value: number): void {
    const place = this.#places[entity]!
    if (place === 0) this.#insert(entity, value)
    else if (value < this.#values[place - 1]!) this.#values[place - 1] = value
  }

  /** In the order of insertion; valid until the next change. */
  entities(): Uint32Array {
    return this.#entities.subarray(0, this.#size)
  }

  /** Parallel to `entities()`. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#size)
  }

  #insert(entity: number, value: number): void {
    if (this.#size === this.#entities.length) this.#grow()
    this.#entities[this.#size] = entity
    this.#values[this.#size] = value
    this.#places[entity] = ++this.#size
  }

  #grow(): void {
    const [entities, values] = [this.#entities, this.#values]
    this.#entities = new Uint32Array(2 * entities.length)
    this.#values = new Float64Array(2 * values.length)
    this.#entities.set(entities)
    this.#values.set(values)
  }
}
