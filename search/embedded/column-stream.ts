/** Reads and writes columns that are too large for memory, from start to end through a small buffer. */
import { closeSync, readSync, writeSync } from 'node:fs'
import {
  bytesPer,
  type Column,
  columnFile,
  columnOver,
  type Element,
  newColumn,
  openColumn,
  type Span,
} from './column.ts'

const bufferBytes = 256 * 1024

/** Reads a column that occupies a span of a file. */
export class ColumnReader<E extends Element> implements Disposable {
  readonly #element: E
  readonly #file: number
  readonly #end: number
  /** The position in the file from which the buffer is filled next. */
  #position: number
  #values: Column<E>
  /** The values in the buffer from `#next` to `#length` are not read yet. */
  #next = 0
  #length = 0

  constructor(path: string, element: E, { start, bytes }: Span) {
    this.#element = element
    this.#file = openColumn(path, 'r')
    this.#position = start
    this.#end = start + bytes
    this.#values = newColumn(element, bufferBytes / bytesPer(element))
  }

  /** The next `count` values, valid until the next call; throws if the column ends earlier. */
  read(count: number): Column<E> {
    if (this.#length - this.#next < count) this.#fill(count)
    this.#next += count
    return this.#values.subarray(this.#next - count, this.#next) as Column<E>
  }

  #fill(count: number): void {
    const rest = this.#values.subarray(this.#next, this.#length)
    if (count > this.#values.length) this.#values = newColumn(this.#element, count)
    this.#values.set(rest)
    const bytes = new Uint8Array(this.#values.buffer)
    const size = bytesPer(this.#element)
    let end = rest.length * size
    while (end < count * size) {
      const bytesMax = Math.min(bytes.length - end, this.#end - this.#position)
      const bytesRead = readSync(this.#file, bytes, end, bytesMax, this.#position)
      if (bytesRead === 0) throw new Error(`A column of ${this.#element} ended early`)
      this.#position += bytesRead
      end += bytesRead
    }
    this.#next = 0
    this.#length = Math.floor(end / size)
    if (end % size !== 0) throw new Error(`A column of ${this.#element} is truncated`)
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }
}

/** Writes a column value by value; the file is complete after disposal. */
export class ColumnWriter<E extends Element> implements Disposable {
  readonly #element: E
  readonly #file: number
  readonly #values: Column<E>
  #length = 0

  constructor(folder: string, name: string, element: E) {
    this.#element = element
    this.#file = openColumn(columnFile(folder, name, element), 'w')
    this.#values = newColumn(element, bufferBytes / bytesPer(element))
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#flush()
    this.#values[this.#length++] = value
  }

  #flush(): void {
    const bytes = new Uint8Array(columnOver(this.#element, this.#values.buffer, this.#length).buffer)
    const end = this.#length * bytesPer(this.#element)
    for (let offset = 0; offset < end;) offset += writeSync(this.#file, bytes, offset, end - offset)
    this.#length = 0
  }

  [Symbol.dispose](): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#file)
    }
  }
}
