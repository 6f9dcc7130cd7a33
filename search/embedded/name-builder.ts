/** Collects sort names of entities and ranks them. */
import { newColumn } from './column.ts'
import { GrowableColumn } from './growable-column.ts'
import type { Columns } from './segment.ts'

/** Entities are added in order, one name each. */
export class NameBuilder {
  readonly #starts = new GrowableColumn('u32')
  readonly #bytes = new GrowableColumn('u8')

  /** The name in UTF-8. */
  add(sortName: Uint8Array): void {
    this.#starts.push(this.#bytes.length)
    this.#bytes.append(sortName)
  }

  /** Names compare by their UTF-8 bytes; entities with the same name keep the order of their ids. */
  finish(): Pick<Columns, 'name.rank'> {
    this.#starts.push(this.#bytes.length)
    const starts = this.#starts.view()
    const bytes = this.#bytes.view()
    const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const order = newColumn('u32', starts.length - 1).map((_, entity) => entity)
    order.sort((a, b) => names.compare(names, starts[b], starts[b + 1], starts[a], starts[a + 1]) || a - b)
    const ranks = newColumn('u32', order.length)
    for (const [rank, entity] of order.entries()) ranks[entity] = rank
    return { 'name.rank': ranks }
  }
}
