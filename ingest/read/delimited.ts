/** Reads a CSV file in batches of rows, by header name. Memory is bounded by the chunk and the longest record. */
import { InputError } from '../input-error.ts'
import type { FileReport } from './file-report.ts'
import { type Column, resolveColumns } from './columns.ts'
import { incomplete, RecordScanner } from './record-scanner.ts'
import { formatByteSize } from './byte-size.ts'

/** A registry row of 330 full cells has less than 20 KB; a longer record has a quote that was not closed. */
const recordBytesMax = 1024 * 1024

/** Reasons to reject a row of any file. */
export const rowRejections = {
  columnCount: 'wrong_column_count',
  misplacedQuote: 'misplaced_quote',
  oversizedCell: 'oversized_cell',
} as const

export interface Row {
  /** From 1, including the header. A record with line breaks inside quotes has the line on which it starts. */
  readonly line: number
  /** One cell for each requested column, in the order of `columns`. */
  readonly cells: readonly string[]
  /** The original texts of cells with invisible characters, by their index in `cells`; undefined if there are none. */
  readonly originals?: ReadonlyMap<number, string>
}

/**
 * Yields the rows in the order of the file. The report counts rows with too many or too few cells, with text after a closing
 * quote, or with a requested cell of more than 1,000 characters as rejected. Blank lines are skipped.
 *
 * @throws {InputError} for a missing column, an unclosed quote, a record over 1 MiB, a truncated last row.
 */
export async function* readRows(
  bytes: AsyncIterable<Buffer>,
  columns: readonly Column[],
  report: FileReport,
): AsyncGenerator<readonly Row[]> {
  const parser = new RowParser(columns, report)
  for await (const chunk of bytes) {
    const rows = parser.parse(chunk)
    if (rows.length > 0) yield rows
  }
  const last = parser.end()
  if (last.length > 0) yield last
}

class RowParser {
  readonly #columns: readonly Column[]
  readonly #report: FileReport
  /** Null until the header is read. */
  #scanner: RecordScanner | null = null
  #headerCells = 0
  /** The line on which the next record starts. */
  #line = 1
  /** The bytes of an incomplete record. */
  #incompleteRecord: Buffer = Buffer.alloc(0)

  constructor(columns: readonly Column[], report: FileReport) {
    this.#columns = columns
    this.#report = report
  }

  /** The rows that this chunk completes. */
  parse(chunk: Buffer): Row[] {
    const bytes = this.#incompleteRecord.length > 0 ? Buffer.concat([this.#incompleteRecord, chunk]) : chunk
    const start = this.#scanner === null ? this.#readHeader(bytes) : 0
    const rows: Row[] = []
    const next = this.#scanner === null ? start : this.#readRecords(bytes, start, this.#scanner, rows)
    this.#incompleteRecord = bytes.subarray(next)
    return rows
  }

  /** The rows that the end of the file completes; the last record may have no line break. */
  end(): Row[] {
    const isUnterminated = this.#incompleteRecord.length > 0 && this.#scanner !== null
    const rows =
      this.#incompleteRecord.length > 0 || this.#scanner === null ? this.parse(Buffer.from('\n')) : []
    if (isUnterminated && this.#incompleteRecord.length === 0 && rows.length === 0) this.#throwTruncatedRow()
    if (this.#scanner === null) resolveColumns([], this.#columns, this.#report.file)
    if (this.#incompleteRecord.length > 0) this.#throwUnclosedQuote()
    return rows
  }

  #readRecords(bytes: Buffer, start: number, scanner: RecordScanner, rows: Row[]): number {
    let position = start
    for (;;) {
      const blankBytes = countBlankLineBytes(bytes, position)
      if (blankBytes > 0) {
        position += blankBytes
        this.#line++
        continue
      }
      const next = scanner.scan(bytes, position)
      this.#requireBoundedRecord(next, position, bytes.length, scanner)
      if (next === incomplete) return position
      const defect = this.#findDefect(scanner)
      if (defect === null) rows.push(toRow(this.#line, scanner))
      else this.#reject(defect, scanner.lineCount)
      this.#line += scanner.lineCount
      position = next
    }
  }

  #findDefect(scanner: RecordScanner): string | null {
    if (scanner.hasMisplacedQuote) return rowRejections.misplacedQuote
    if (scanner.cellCount !== this.#headerCells) return rowRejections.columnCount
    return scanner.hasOversizedCell ? rowRejections.oversizedCell : null
  }

  /** A record with an unclosed quote includes the rows up to the next quote, so each of its lines counts as a rejected row. */
  #reject(defect: string, lineCount: number): void {
    const rows = defect === rowRejections.oversizedCell ? 1 : lineCount
    for (let offset = 0; offset < rows; offset++) this.#report.reject(defect, this.#line + offset)
  }

  /** Returns the start of the first record; 0 if the header is incomplete. */
  #readHeader(bytes: Buffer): number {
    let start = countByteOrderMarkBytes(bytes)
    for (let blankBytes; (blankBytes = countBlankLineBytes(bytes, start)) > 0; start += blankBytes)
      this.#line++
    const cellCounter = new RecordScanner([])
    const next = cellCounter.scan(bytes, start)
    this.#requireBoundedRecord(next, start, bytes.length, cellCounter)
    if (next === incomplete) {
      this.#line = 1
      return 0
    }
    const headerScanner = new RecordScanner(
      Array.from({ length: cellCounter.cellCount }, (_, column) => column),
    )
    headerScanner.scan(bytes, start)
    this.#headerCells = headerScanner.cellCount
    this.#line += headerScanner.lineCount
    this.#scanner = new RecordScanner(resolveColumns(headerScanner.cells, this.#columns, this.#report.file))
    return next
  }

  #requireBoundedRecord(next: number, start: number, end: number, scanner: RecordScanner): void {
    if ((next === incomplete ? end : next) - start <= recordBytesMax) return
    const cause = scanner.endsInsideQuotes ? 'a quote that is not closed' : 'a missing line end'
    throw new InputError(
      `${this.#report.file} has a record of more than ${formatByteSize(recordBytesMax)} on line ${this.#line}; check it for ${cause}, or for a cell of that size.`,
    )
  }

  #throwTruncatedRow(): never {
    throw new InputError(`${this.#report.file} ends in the middle of its last row; download it again.`)
  }

  #throwUnclosedQuote(): never {
    throw new InputError(
      `${this.#report.file} opens a quote in the record on line ${this.#line} and never closes it; download it again.`,
    )
  }
}

function toRow(line: number, { cells, originals }: RecordScanner): Row {
  return originals === null ? { line, cells } : { line, cells, originals }
}

function countByteOrderMarkBytes(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** The length of the empty line at `position`; 0 if there is none. */
function countBlankLineBytes(bytes: Buffer, position: number): number {
  if (bytes[position] === 0x0a) return 1
  return bytes[position] === 0x0d && bytes[position + 1] === 0x0a ? 2 : 0
}
