/** What came of the rows of one source file: how many, how fresh, and which were rejected for which reason. */
import { basename } from 'node:path'
import { compareText, isLater, maxDate } from '../ordering.ts'
import { findDateInName, findMonthInName, findYearInName } from './date-in-file-name.ts'
import { stripInvisible } from './strip-invisible.ts'
import type { SourceFile } from '@careatlas/directory/snapshot/format'

/** Enough to find the fault with a text editor. */
const firstLinesKept = 5

/** The day of the first NPI; payers write 1900-01-01 and 1970-01-01 for unknown days. */
const firstNpiIssued = '2005-05-23'

interface FileReportOptions {
  readonly asOf?: string | null
  readonly today?: string
}

/**
 * Counts one source file while it is read.
 *
 * The day of a file is the day that the operator states, else the day in its name, else the later of two: the newest day in its
 * rows, and the first day of the month or year in its name. Days in the future are ignored.
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

  /** `asOf` is the day that the operator states. */
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

  /** A member of an archive often names its day where the archive does not; the file's own name comes first. */
  setMemberName(name: string): void {
    this.#date ??= this.#dropFuture(findDateInName(name))
  }

  /** A row shows this day: the file is at least as fresh. */
  noteDate(date: string | null): void {
    this.#newestRowDate = maxDate(this.#newestRowDate, this.#dropFuture(date))
  }

  /** On which day a row is true that itself shows `date`, or shows none: the file's day, else its own. */
  dateForRow(date: string | null): string | null {
    return this.#date ?? maxDate(this.#dropFuture(date), this.#earliestDate)
  }

  /**
   * The day of a payer's record with this `date`: the date itself, unless it is later than the file or before the first NPI.
   * Otherwise the day of the file; if the file has none, the newest day of its other records, which is null until all are read.
   */
  dateForRecord(date: string | null): string | null {
    const own = this.#dropFuture(date)
    if (own === null || own < firstNpiIssued || isLater(own, this.#date ?? own)) return this.dateForRow(null)
    return own
  }

  /** Nothing was observed tomorrow. */
  isFuture(date: string): boolean {
    return date > this.#today
  }

  #dropFuture(date: string | null): string | null {
    return date !== null && !this.isFuture(date) ? date : null
  }

  accept(): void {
    this.#accepted++
  }

  /** Counts a row that cannot be used; `line` counts from 1. */
  reject(reason: string, line: number): void {
    this.#rejected++
    countLine(this.#reasons, reason, line)
  }

  /** Counts a row that is used without something it has, such as a point that is not in its ZIP code. */
  leaveOut(reason: string, line: number): void {
    countLine(this.#leftOut, reason, line)
  }

  /** What the rows in use have and was not used, by reason, as `rejected` counts whole rows. */
  get leftOut(): SourceFile['rejected'] {
    return sortByReason(this.#leftOut)
  }

  rejectionsFor(reason: string): { readonly rows: number; readonly first_lines: readonly number[] } {
    return this.#reasons.get(reason) ?? { rows: 0, first_lines: [] }
  }

  /** What the reading of the file alone can tell. */
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

/** Reason → how many rows, and the first of their lines. */
type Counts = Map<string, { rows: number; readonly first_lines: number[] }>

function countLine(counts: Counts, reason: string, line: number): void {
  const entry = counts.get(reason) ?? { rows: 0, first_lines: [] }
  entry.rows++
  if (entry.first_lines.length < firstLinesKept) entry.first_lines.push(line)
  counts.set(reason, entry)
}

function sortByReason(counts: Counts): SourceFile['rejected'] {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)))
}
