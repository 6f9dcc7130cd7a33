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

/** Linux moves at most 2³¹ − 4096 bytes at a time (read(2)). */
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

/** Writes `<name>.<element>`; the publisher flushes it to disk. */
export function writeColumn<E extends Element>(folder: string, name: string, element: E, column: Column<E>) {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
  const file = openColumn(folder, name, element, 'w')
  try {
    for (let at = 0; at < bytes.length;) {
      at += writeSync(file, bytes, at, Math.min(transferBytesMax, bytes.length - at))
    }
  } finally {
    closeSync(file)
  }
}

/** Reads `<name>.<element>` into memory that threads can share; throws if it is missing or truncated. */
export function readColumn<E extends Element>(folder: string, name: string, element: E): Column<E> {
  const file = openColumn(folder, name, element, 'r')
  try {
    const memory = new SharedArrayBuffer(fstatSync(file).size)
    const bytes = new Uint8Array(memory)
    for (let at = 0; at < bytes.length;) {
      const read = readSync(file, bytes, at, Math.min(transferBytesMax, bytes.length - at), at)
      if (read === 0) throw new Error(`${name}.${element} ended after ${at} of ${bytes.length} bytes`)
      at += read
    }
    return columnOver(element, memory)
  } finally {
    closeSync(file)
  }
}

/** Returns a file descriptor, which the caller closes. */
export function openColumn(folder: string, name: string, element: Element, flags: 'r' | 'w'): number {
  if (endianness() !== 'LE') throw new Error('Columns are little-endian; this machine is not')
  return openSync(join(folder, `${name}.${element}`), flags)
}
