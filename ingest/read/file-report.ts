/** Counts of one source file: accepted and rejected rows, omitted values by reason, and the date of the file. */
import { basename } from 'node:path'
import { compareText, isLater, maxDate } from '../ordering.ts'
import { findDateInName, findMonthInName, findYearInName } from './date-in-file-name.ts'
import { stripInvisible } from '@careatlas/directory/strip-invisible'
import type { SourceFile } from '@careatlas/directory/snapshot/format'

/** Enough line numbers to find the defect with a text editor. */
const firstLinesMax = 5

/** The date of the first NPI; payers write 1900-01-01 and 1970-01-01 for unknown dates. */
const firstNpiDate = '2005-05-23'

interface FileReportOptions {
  readonly asOf?: string | null
  readonly today?: string
}

/**
 * Counts one source file while a reader reads it.
 *
 * The date of a file is the date that the operator gives, else the date in its name, else the later of two: the newest date in
 * its rows, and the first day of the month or year in its name. Dates in the future are ignored.
 */
export class FileReport {
  readonly source: string
  /** Base name. */
  readonly file: string
  readonly #today: string
  readonly #earliestDate: string | null
  #date: string | null
  #newestRowDate: string | null = null
  #accepted = 0
  #rejected = 0
  readonly #reasons: Counts = new Map()
  readonly #leftOut: Counts = new Map()

  /** `asOf` is the date that the operator gives. */
  constructor(
    source: string,
    path: string,
    { asOf = null, today = new Date().toISOString().slice(0, 10) }: FileReportOptions = {},
  ) {
    this.source = source
    this.file = stripInvisible(basename(path))
    this.#today = today
    this.#date = this.#dropFuture(asOf) ?? this.#dropFuture(findDateInName(this.file))
    this.#earliestDate = this.#dropFuture(findMonthInName(this.file) ?? findYearInName(this.file))
  }

  get asOf(): string | null {
    return this.#date ?? maxDate(this.#newestRowDate, this.#earliestDate)
  }

  get accepted(): number {
    return this.#accepted
  }

  get rows(): number {
    return this.#accepted + this.#rejected
  }

  /** A member of an archive often has a date in its name if the archive has none. The name of the file takes precedence. */
  setMemberName(name: string): void {
    this.#date ??= this.#dropFuture(findDateInName(name))
  }

  /** Records a date in a row: the file is at least as new. */
  noteDate(date: string | null): void {
    this.#newestRowDate = maxDate(this.#newestRowDate, this.#dropFuture(date))
  }

  /** The date as of which a row with `date` (null if the row has none) is true: the date of the file, else that of the row. */
  dateForRow(date: string | null): string | null {
    return this.#date ?? maxDate(this.#dropFuture(date), this.#earliestDate)
  }

  /**
   * The date of a payer's record with this `date`: the date itself, unless it is later than the file or before the first NPI.
   * Otherwise the date of the file; null if the file has none, because its newest date is unknown until the end.
   */
  dateForRecord(date: string | null): string | null {
    const recordDate = this.#dropFuture(date)
    if (recordDate === null || recordDate < firstNpiDate || isLater(recordDate, this.#date ?? recordDate))
      return this.dateForRow(null)
    return recordDate
  }

  isFuture(date: string): boolean {
    return date > this.#today
  }

  #dropFuture(date: string | null): string | null {
    return date !== null && !this.isFuture(date) ? date : null
  }

  accept(): void {
    this.#accepted++
  }

  /** Counts a row that cannot be used; `line` counts from 1, and `member` is the wrong member of a line of JSON. */
  reject(reason: string, line: number, member?: string): void {
    this.#rejected++
    countLine(this.#reasons, reason, line, member)
  }

  /** Counts a value that is omitted from an accepted row, such as a point that is not in its ZIP code. */
  leaveOut(reason: string, line: number): void {
    countLine(this.#leftOut, reason, line)
  }

  /** The omitted values of accepted rows, by reason. */
  get leftOut(): SourceFile['rejected'] {
    return sortByReason(this.#leftOut)
  }

  rejectionsFor(reason: string): { readonly rows: number; readonly first_lines: readonly number[] } {
    return this.#reasons.get(reason) ?? { rows: 0, first_lines: [] }
  }

  /** The manifest entry of the file, without the counts that need all files. */
  toSourceFile(): Omit<SourceFile, 'kind' | 'facts' | 'unregistered'> {
    return {
      source: this.source,
      file: this.file,
      as_of: this.asOf,
      rows: this.rows,
      accepted: this.#accepted,
      rejected: sortByReason(this.#reasons),
      left_out: this.leftOut,
    }
  }
}

/** Reason → the number of rows, and their first line numbers. */
type Counts = Map<string, { rows: number; readonly first_lines: number[]; first_members?: string[] }>

function countLine(counts: Counts, reason: string, line: number, member?: string): void {
  const entry = counts.get(reason) ?? { rows: 0, first_lines: [] }
  entry.rows++
  if (entry.first_lines.length < firstLinesMax) {
    entry.first_lines.push(line)
    if (member !== undefined) (entry.first_members ??= []).push(member)
  }
  counts.set(reason, entry)
}

function sortByReason(counts: Counts): SourceFile['rejected'] {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)))
}
