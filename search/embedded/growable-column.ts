/** A column of unknown length: it doubles its capacity when it is full, and allocates no object per value. */
import { type Column, columnOver, type Element, newColumn } from './column.ts'

/** `push` appends values; `view` returns a plain column. */
export class GrowableColumn<E extends Element> {
  readonly #element: E
  #values: Column<E>
  #length = 0

  constructor(element: E) {
    this.#element = element
    this.#values = newColumn(element, 1024)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    this.#reserve(1)
    this.#values[this.#length++] = value
  }

  append(values: ArrayLike<number>): void {
    this.#reserve(values.length)
    this.#values.set(values, this.#length)
    this.#length += values.length
  }

  /** The values so far, without a copy. */
  view(): Column<E> {
    return columnOver(this.#element, this.#values.buffer, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#values.length) return
    const larger = newColumn(this.#element, Math.max(needed, 2 * this.#values.length))
    larger.set(this.#values)
    this.#values = larger
  }
}
