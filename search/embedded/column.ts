/** A column is one file of little-endian numbers; its extension names their type. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'

interface Columns {
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly i8: Int8Array
  readonly f64: Float64Array
}
type ColumnConstructor<E extends Element> = new (
  memory: ArrayBufferLike,
  start?: number,
  length?: number,
) => Columns[E]

/** The type of the values in a column, also the extension of its file. */
export type Element = keyof Columns
export type Column<E extends Element = Element> = Columns[E]

const constructors: {
  readonly [E in Element]: ColumnConstructor<E> & { readonly BYTES_PER_ELEMENT: number }
} = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i8: Int8Array,
  f64: Float64Array,
}

/** The size of one value, in bytes. */
export function bytesPer(element: Element): number {
  return constructors[element].BYTES_PER_ELEMENT
}

/** Linux reads or writes at most 2³¹ − 4096 bytes in one call (read(2)). */
const transferBytesMax = 2 ** 30

/** A column of zeros. */
export function newColumn<E extends Element>(element: E, length: number): Column<E> {
  return columnOver(element, new ArrayBuffer(length * constructors[element].BYTES_PER_ELEMENT))
}

/** A view of the first `length` values of `memory`, or of all values. */
export function columnOver<E extends Element>(
  element: E,
  memory: ArrayBufferLike,
  length?: number,
): Column<E> {
  return new constructors[element](memory, 0, length)
}

/** Writes `<name>.<element>`; publishing the snapshot flushes it to disk. */
export function writeColumn<E extends Element>(folder: string, name: string, element: E, column: Column<E>) {
  const file = openColumn(columnFile(folder, name, element), 'w')
  try {
    writeBytes(file, column)
  } finally {
    closeSync(file)
  }
}

/** Appends the bytes of an array to an open file. */
export function writeBytes(file: number, { buffer, byteOffset, byteLength }: Column): void {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  for (let offset = 0; offset < bytes.length;) {
    offset += writeSync(file, bytes, offset, Math.min(transferBytesMax, bytes.length - offset))
  }
}

/** Reads `<name>.<element>` into memory that threads can share; throws if it is missing or truncated. */
export function readColumn<E extends Element>(folder: string, name: string, element: E): Column<E> {
  return readSpan(columnFile(folder, name, element), element)
}

/** A range of bytes in a file. */
export interface Span {
  readonly start: number
  readonly bytes: number
}

/** Reads a column that is a span of `path`, or the whole file. */
export function readSpan<E extends Element>(path: string, element: E, span?: Span): Column<E> {
  const file = openColumn(path, 'r')
  try {
    const { start, bytes: length } = span ?? { start: 0, bytes: fstatSync(file).size }
    const memory = new SharedArrayBuffer(length)
    const bytes = new Uint8Array(memory)
    for (let offset = 0; offset < length;) {
      const bytesMax = Math.min(transferBytesMax, length - offset)
      const bytesRead = readSync(file, bytes, offset, bytesMax, start + offset)
      if (bytesRead === 0) throw new Error(`${path} ended after ${start + offset} of ${start + length} bytes`)
      offset += bytesRead
    }
    return columnOver(element, memory)
  } finally {
    closeSync(file)
  }
}

/** The path of a column that has its own file. */
export function columnFile(folder: string, name: string, element: Element): string {
  return join(folder, `${name}.${element}`)
}

/** Returns a file descriptor, which the caller closes. */
export function openColumn(path: string, flags: 'r' | 'w'): number {
  if (endianness() !== 'LE') throw new Error('Columns are little-endian; this machine is not')
  return openSync(path, flags)
}
