/** Cuts delimited bytes (RFC 4180, LF or CRLF) into records, decoding only the cells that somebody wants. */
import { isUtf8 } from 'node:buffer'
import { stripInvisible } from './strip-invisible.ts'

const quote = 0x22
const comma = 0x2c
const newline = 0x0a
const carriageReturn = 0x0d

/** Every character of one byte, made once: switches, entity codes and sexes are most of the short cells. */
const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))

/** CMS gives no field more than 300 characters; a longer cell is a slip of the file or an attack. */
export const cellCharsMax = 1000

/** What `scan` returns when the bytes end before the record does. */
export const incomplete = -1

/** Holds the last record scanned; fields are meaningful after a `scan` that was not `incomplete`. */
export class RecordScanner {
  /** The wanted cells, in the order wanted. */
  cells: string[] = []
  /** Original texts of cells with invisible characters, by their index in `cells`; null if there are none. */
  originals: ReadonlyMap<number, string> | null = null
  /** How many cells the record has, wanted or not. */
  cellCount = 0
  /** Line breaks in it, those inside quotes included. */
  lineCount = 0
  /** Text stands after a closing quote, so where the cells end is a guess. */
  misquoted = false
  /** A wanted cell is longer than `cellCharsMax`. */
  oversized = false
  /** Set by an `incomplete` scan that ended inside quotes. */
  insideQuotes = false

  /** Position of a column → position among the wanted cells. */
  readonly #slots: Int32Array
  readonly #blank: readonly string[]

  /** `wanted` holds the positions of columns, in the order that `cells` shall have; -1 is a column that is not there. */
  constructor(wanted: readonly number[]) {
    this.#slots = new Int32Array(Math.max(-1, ...wanted) + 1).fill(-1)
    this.#blank = wanted.map(() => '')
    for (const [slot, column] of wanted.entries()) if (column >= 0) this.#slots[column] = slot
  }

  /** Reads the record that starts at `start`; returns where the next one starts, or `incomplete`. */
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
      // More than half of the registry's bytes are empty cells: `"",`.
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

/** The registry's files are ASCII; other payers' are UTF-8, or Latin-1 where that is no UTF-8. `bits`: all bytes or-ed. */
function decode(bytes: Buffer, from: number, to: number, bits: number, doubled: boolean): string {
  if (to - from === 1 && bits < 0x80) return characters[bytes[from]!]!
  const isAscii = bits < 0x80
  const encoding = isAscii || !isUtf8(bytes.subarray(from, to)) ? 'latin1' : 'utf8'
  const text = bytes.toString(encoding, from, to)
  return doubled ? text.replaceAll('""', '"') : text
}
