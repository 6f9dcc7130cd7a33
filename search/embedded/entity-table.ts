/** A sparse set: a map from entities to non-negative numbers, whose clearing takes no longer than its filling. */

const capacityMin = 1024

/** Created once for a segment and reused for every query: 4 bytes for each entity, and 12 for each entry. */
export class EntityTable {
  /** For each entity the index of its entry, counted from 1; 0 without an entry. */
  readonly #positions: Uint32Array
  #entities = new Uint32Array(capacityMin)
  #values = new Float64Array(capacityMin)
  #size = 0

  constructor(entities: number) {
    this.#positions = new Uint32Array(entities)
  }

  clear(): void {
    for (const entity of this.entities()) this.#positions[entity] = 0
    this.#size = 0
  }

  /** The index of the entity in `entities()`, or -1. */
  indexOf(entity: number): number {
    return this.#positions[entity]! - 1
  }

  /** Inserts the entity, or lowers its value to this one. */
  setMin(entity: number, value: number): void {
    const index = this.indexOf(entity)
    if (index === -1) this.#insert(entity, value)
    else if (value < this.#values[index]!) this.#values[index] = value
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
    this.#positions[entity] = ++this.#size
  }

  #grow(): void {
    const [entities, values] = [this.#entities, this.#values]
    this.#entities = new Uint32Array(2 * entities.length)
    this.#values = new Float64Array(2 * values.length)
    this.#entities.set(entities)
    this.#values.set(values)
  }
}
