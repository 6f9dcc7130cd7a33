/** Splits CSV bytes (RFC 4180, LF or CRLF) into records, and decodes only the requested cells. */
import { isUtf8 } from 'node:buffer'
import { stripInvisible } from '@careatlas/directory/strip-invisible'

const quote = 0x22
const comma = 0x2c
const newline = 0x0a
const carriageReturn = 0x0d

/** Shared strings of one character, because most short cells are switches, entity codes and sexes. */
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
  /** Whether there is text after a closing quote; the ends of the cells are then unknown. */
  hasMisplacedQuote = false
  /** Whether a requested cell is longer than `cellCharsMax`. */
  hasOversizedCell = false
  /** Whether an `incomplete` scan ended inside quotes. */
  endsInsideQuotes = false

  /** Position of a column in the file → position in `cells`, or -1. */
  readonly #slotByColumn: Int32Array
  readonly #emptyCells: readonly string[]

  /** `positions` are the requested columns, in the order of `cells`; -1 is a column that the file does not have. */
  constructor(positions: readonly number[]) {
    this.#slotByColumn = new Int32Array(Math.max(-1, ...positions) + 1).fill(-1)
    this.#emptyCells = positions.map(() => '')
    for (const [slot, column] of positions.entries()) if (column >= 0) this.#slotByColumn[column] = slot
  }

  /** Reads the record at `start`; returns the start of the next record, or `incomplete`. */
  scan(bytes: Buffer, start: number): number {
    const end = bytes.length
    const slotByColumn = this.#slotByColumn
    const cells = this.#emptyCells.slice()
    let position = start
    let column = 0
    let lineCount = 1
    let hasMisplacedQuote = false
    let hasOversizedCell = false
    let originals: Map<number, string> | null = null
    for (;;) {
      // Empty cells (`"",`) are more than half of the bytes of the registry.
      while (
        position + 2 < end &&
        bytes[position] === quote &&
        bytes[position + 1] === quote &&
        bytes[position + 2] === comma
      ) {
        position += 3
        column++
      }
      let cellStart = position
      let cellEnd = position
      let byteUnion = 0
      let hasDoubledQuote = false
      if (position < end && bytes[position] === quote) {
        cellStart = ++position
        for (; position < end; position++) {
          const byte = bytes[position]!
          if (byte === quote) {
            if (bytes[position + 1] !== quote) break
            hasDoubledQuote = true
            position++
          } else if (byte === newline) lineCount++
          byteUnion |= byte
        }
        this.endsInsideQuotes = position >= end
        cellEnd = position++
        if (position + 1 < end && bytes[position] === carriageReturn && bytes[position + 1] === newline)
          position++
        if (position < end && bytes[position] !== comma && bytes[position] !== newline) {
          hasMisplacedQuote = true
          while (position < end && bytes[position] !== comma && bytes[position] !== newline) position++
        }
      } else {
        this.endsInsideQuotes = false
        while (position < end && bytes[position] !== comma && bytes[position] !== newline)
          byteUnion |= bytes[position++]!
        cellEnd = position
        if (
          position < end &&
          bytes[position] === newline &&
          cellEnd > cellStart &&
          bytes[cellEnd - 1] === carriageReturn
        )
          cellEnd--
      }
      if (position >= end) return incomplete
      if (cellEnd > cellStart) {
        const slot = column < slotByColumn.length ? slotByColumn[column]! : -1
        if (slot >= 0) {
          const original = decode(bytes, cellStart, cellEnd, byteUnion, hasDoubledQuote)
          const cell = stripInvisible(original)
          if (cell !== original) (originals ??= new Map()).set(slot, original)
          if (cell.length > cellCharsMax) hasOversizedCell = true
          cells[slot] = cell
        }
      }
      column++
      if (bytes[position++] === newline) break
    }
    this.cells = cells
    this.originals = originals
    this.cellCount = column
    this.lineCount = lineCount
    this.hasMisplacedQuote = hasMisplacedQuote
    this.hasOversizedCell = hasOversizedCell
    return position
  }
}

/**
 * The files of the registry are ASCII, those of payers UTF-8. A cell that is not valid UTF-8 is decoded as Latin-1. `byteUnion`
 * is the bitwise OR of all bytes of the cell.
 */
function decode(
  bytes: Buffer,
  cellStart: number,
  cellEnd: number,
  byteUnion: number,
  hasDoubledQuote: boolean,
): string {
  if (cellEnd - cellStart === 1 && byteUnion < 0x80) return characters[bytes[cellStart]!]!
  const isAscii = byteUnion < 0x80
  const encoding = isAscii || !isUtf8(bytes.subarray(cellStart, cellEnd)) ? 'latin1' : 'utf8'
  const text = bytes.toString(encoding, cellStart, cellEnd)
  return hasDoubledQuote ? text.replaceAll('""', '"') : text
}
