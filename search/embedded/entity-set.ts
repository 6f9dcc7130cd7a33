/** A set of entities: one bit for each. A million of them fit the cache of a core. */

/** Operators on bits use only the lower five bits of the entity. */
export class EntitySet {
  readonly #bits: Int32Array

  /** @param entities the number of entities of the segment */
  constructor(entities: number) {
    this.#bits = new Int32Array(Math.ceil(entities / 32))
  }

  has(entity: number): boolean {
    return ((this.#bits[entity >>> 5]! >>> entity) & 1) === 1
  }

  add(entity: number): void {
    this.#bits[entity >>> 5]! |= 1 << entity
  }

  delete(entity: number): void {
    this.#bits[entity >>> 5]! &= ~(1 << entity)
  }
}
