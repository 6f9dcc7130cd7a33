/** A sparse set: a map from entities to numbers, whose clearing takes no longer than its filling. */
import { EntitySet } from './entity-set.ts'

const capacityMin = 1024

/** Created once for a segment and reused for every query: 33 bits for each entity, and 12 bytes for each entry. */
export class EntityTable {
  /** The entities with an entry. */
  readonly #members: EntitySet
  /** For each entity with an entry its index. The entries from `#indexed` on are added by the next `indexOf`; many queries need none. */
  readonly #indexes: Uint32Array
  #entities = new Uint32Array(capacityMin)
  #values = new Float64Array(capacityMin)
  #size = 0
  #indexed = 0

  constructor(entities: number) {
    this.#members = new EntitySet(entities)
    this.#indexes = new Uint32Array(entities)
  }

  clear(): void {
    for (let index = 0; index < this.#size; index++) this.#members.delete(this.#entities[index]!)
    this.#size = 0
    this.#indexed = 0
  }

  has(entity: number): boolean {
    return this.#members.has(entity)
  }

  /** The index of the entity in `entities()`, or -1. */
  indexOf(entity: number): number {
    if (!this.has(entity)) return -1
    for (; this.#indexed < this.#size; this.#indexed++)
      this.#indexes[this.#entities[this.#indexed]!] = this.#indexed
    return this.#indexes[entity]!
  }

  /** Inserts the entity unless it has an entry. */
  add(entity: number, value: number): void {
    if (this.has(entity)) return
    if (this.#size === this.#entities.length) this.#grow()
    this.#entities[this.#size] = entity
    this.#values[this.#size] = value
    this.#members.add(entity)
    this.#size += 1
  }

  /** In the order of insertion; valid until the next change. */
  entities(): Uint32Array {
    return this.#entities.subarray(0, this.#size)
  }

  /** Parallel to `entities()`. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#size)
  }

  #grow(): void {
    const [entities, values] = [this.#entities, this.#values]
    this.#entities = new Uint32Array(2 * entities.length)
    this.#values = new Float64Array(2 * values.length)
    this.#entities.set(entities)
    this.#values.set(values)
  }
}
