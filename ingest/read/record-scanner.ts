/** Splits CSV bytes (RFC 4180, LF or CRLF) into records, and decodes only the requested cells. */
import { isUtf8 } from 'node:buffer'
import { stripInvisible } from './strip-invisible.ts'

const quote = 0x22
const comma = 0x2c
const newline = 0x0a
const carriageReturn = 0x0d

/** Shared strings of one character: most of the short cells are switches, entity codes and sexes. */
const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** No CMS field has more than 300 characters; a longer cell is a defect of the file or an attack. */
export const cellCharsMax = 1000

/** The result of `scan` if the bytes end before the record. */
export const incomplete = -1

/** Holds the last scanned record; its fields are valid after a `scan` that did not return `incomplete`. */
export class RecordScanner {
  /** The requested cells, in the requested order. */
  cells: string[] = []
  /** The original texts of cells with invisible characters, by their index in `cells`; null if there are none. */
  originals: ReadonlyMap<number, string> | null = null
  /** The number of all cells of the record. */
  cellCount = 0
  /** The number of line breaks, including those inside quotes. */
  lineCount = 0
  /** There is text after a closing quote, so the ends of the cells are unknown. */
  misquoted = false
  /** A requested cell is longer than `cellCharsMax`. */
  oversized = false
  /** Whether an `incomplete` scan ended inside quotes. */
  insideQuotes = false

  /** Position of a column → position among the requested cells, or -1. */
  readonly #slots: Int32Array
  readonly #blank: readonly string[]

  /** `positions` are the requested columns, in the order of `cells`; -1 is a column that the file does not have. */
  constructor(positions: readonly number[]) {
    this.#slots = new Int32Array(Math.max(-1, ...positions) + 1).fill(-1)
    this.#blank = positions.map(() => '')
    for (const [slot, column] of positions.entries()) if (column >= 0) this.#slots[column] = slot
  }

  /** Reads the record at `start`; returns the start of the next record, or `incomplete`. */
  scan(bytes: Buffer, start: number): number {
    const end = bytes.length
    const slots = this.#slots
    const cells = this.#blank.slice()
    let at = start
    let column = 0
    let lines = 1
    let misquoted = false
    let oversized = false
    let originals: Map<number, string> | null = null
    for (;;) {
      // Empty cells (`"",`) are more than half of the bytes of the registry.
      while (at + 2 < end && bytes[at] === quote && bytes[at + 1] === quote && bytes[at + 2] === comma) {
        at += 3
        column++
      }
      let from = at
      let to = at
      let bits = 0
      let doubled = false
      if (at < end && bytes[at] === quote) {
        from = ++at
        for (; at < end; at++) {
          const byte = bytes[at]!
          if (byte === quote) {
            if (bytes[at + 1] !== quote) break
            doubled = true
            at++
          } else if (byte === newline) lines++
          bits |= byte
        }
        this.insideQuotes = at >= end
        to = at++
        if (at + 1 < end && bytes[at] === carriageReturn && bytes[at + 1] === newline) at++
        if (at < end && bytes[at] !== comma && bytes[at] !== newline) {
          misquoted = true
          while (at < end && bytes[at] !== comma && bytes[at] !== newline) at++
        }
      } else {
        this.insideQuotes = false
        while (at < end && bytes[at] !== comma && bytes[at] !== newline) bits |= bytes[at++]!
        to = at
        if (at < end && bytes[at] === newline && to > from && bytes[to - 1] === carriageReturn) to--
      }
      if (at >= end) return incomplete
      if (to > from) {
        const slot = column < slots.length ? slots[column]! : -1
        if (slot >= 0) {
          const raw = decode(bytes, from, to, bits, doubled)
          const cell = stripInvisible(raw)
          if (cell !== raw) (originals ??= new Map()).set(slot, raw)
          if (cell.length > cellCharsMax) oversized = true
          cells[slot] = cell
        }
      }
      column++
      if (bytes[at++] === newline) break
    }
    this.cells = cells
    this.originals = originals
    this.cellCount = column
    this.lineCount = lines
    this.misquoted = misquoted
    this.oversized = oversized
    return at
  }
}

/**
 * The files of the registry are ASCII, those of payers UTF-8. A cell that is not valid UTF-8 is decoded as Latin-1. `bits` has
 * all bytes of the cell, combined with OR.
 */
function decode(bytes: Buffer, from: number, to: number, bits: number, doubled: boolean): string {
  if (to - from === 1 && bits < 0x80) return characters[bytes[from]!]!
  const isAscii = bits < 0x80
  const encoding = isAscii || !isUtf8(bytes.subarray(from, to)) ? 'latin1' : 'utf8'
  const text = bytes.toString(encoding, from, to)
  return doubled ? text.replaceAll('""', '"') : text
}
