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
  columns: 'wrong_column_count',
  quotes: 'misplaced_quote',
  oversized: 'oversized_cell',
} as const

export interface Row {
  /** From 1, including the header. A record with line breaks inside quotes has the line on which it starts. */
  readonly line: number
  /** One for each requested column, in that order. */
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
  const cutter = new RowParser(columns, report)
  for await (const chunk of bytes) {
    const rows = cutter.parse(chunk)
    if (rows.length > 0) yield rows
  }
  const last = cutter.end()
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
  #rest: Buffer = Buffer.alloc(0)

  constructor(columns: readonly Column[], report: FileReport) {
    this.#columns = columns
    this.#report = report
  }

  /** The rows that this chunk completes. */
  parse(chunk: Buffer): Row[] {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    const start = this.#scanner === null ? this.#readHeader(bytes) : 0
    const rows: Row[] = []
    const next = this.#scanner === null ? start : this.#readRecords(bytes, start, this.#scanner, rows)
    this.#rest = bytes.subarray(next)
    return rows
  }

  /** The last record may have no line break. */
  end(): Row[] {
    const unended = this.#rest.length > 0 && this.#scanner !== null
    const rows = this.#rest.length > 0 || this.#scanner === null ? this.parse(Buffer.from('\n')) : []
    if (unended && this.#rest.length === 0 && rows.length === 0) this.#rejectCutRow()
    if (this.#scanner === null) resolveColumns([], this.#columns, this.#report.file)
    if (this.#rest.length > 0) this.#rejectOpenQuote()
    return rows
  }

  #readRecords(bytes: Buffer, start: number, scanner: RecordScanner, rows: Row[]): number {
    let at = start
    for (;;) {
      const blank = countBlankLineBytes(bytes, at)
      if (blank > 0) {
        at += blank
        this.#line++
        continue
      }
      const next = scanner.scan(bytes, at)
      this.#boundRecord(next, at, bytes.length, scanner)
      if (next === incomplete) return at
      const fault = this.#findFault(scanner)
      if (fault === null) rows.push(toRow(this.#line, scanner))
      else this.#reject(fault, scanner.lineCount)
      this.#line += scanner.lineCount
      at = next
    }
  }

  #findFault(scanner: RecordScanner): string | null {
    if (scanner.misquoted) return rowRejections.quotes
    if (scanner.cellCount !== this.#headerCells) return rowRejections.columns
    return scanner.oversized ? rowRejections.oversized : null
  }

  /** A record with an unclosed quote includes the rows up to the next quote, so each of its lines counts as a rejected row. */
  #reject(fault: string, lines: number): void {
    const rows = fault === rowRejections.oversized ? 1 : lines
    for (let at = 0; at < rows; at++) this.#report.reject(fault, this.#line + at)
  }

  /** Returns the start of the first record; 0 if the header is incomplete. */
  #readHeader(bytes: Buffer): number {
    let start = countByteOrderMarkBytes(bytes)
    for (let blank; (blank = countBlankLineBytes(bytes, start)) > 0; start += blank) this.#line++
    const counting = new RecordScanner([])
    const next = counting.scan(bytes, start)
    this.#boundRecord(next, start, bytes.length, counting)
    if (next === incomplete) {
      this.#line = 1
      return 0
    }
    const naming = new RecordScanner(Array.from({ length: counting.cellCount }, (_, column) => column))
    naming.scan(bytes, start)
    this.#headerCells = naming.cellCount
    this.#line += naming.lineCount
    this.#scanner = new RecordScanner(resolveColumns(naming.cells, this.#columns, this.#report.file))
    return next
  }

  #boundRecord(next: number, start: number, end: number, scanner: RecordScanner): void {
    if ((next === incomplete ? end : next) - start <= recordBytesMax) return
    const cause = scanner.insideQuotes ? 'a quote that is not closed' : 'a missing line end'
    throw new InputError(
      `${this.#report.file} has a record of more than ${formatByteSize(recordBytesMax)} on line ${this.#line}; check it for ${cause}, or for a cell of that size.`,
    )
  }

  #rejectCutRow(): never {
    throw new InputError(`${this.#report.file} ends in the middle of its last row; download it again.`)
  }

  #rejectOpenQuote(): never {
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

/** The length of the empty line at `at`; 0 if there is none. */
function countBlankLineBytes(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0a) return 1
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 0
}
