/** What came of the rows of one source file: how many, how fresh, and which were rejected for which reason. */
import { basename } from 'node:path'
import { compareText } from '../compare-text.ts'
import { laterDate } from '../later-date.ts'
import { calendarDate } from './calendar-date.ts'
import type { SourceFile } from '@careatlas/directory/snapshot/format'

/** Enough to find the fault with a text editor. */
const firstLinesKept = 5

interface TallyOptions {
  readonly asOf?: string | null
  readonly today?: string
}

/**
 * Counts one source file while it is read.
 *
 * How fresh the file is: the day that the operator states, else the day in its name; failing that the newest day that its rows show or the first day of the
 * month in its name, which is the least it can be, whichever is later. No day later than today is believed.
 */
export class Tally {
  readonly source: string
  /** Base name. */
  readonly file: string
  readonly #today: string
  readonly #month: string | null
  #day: string | null
  #newest: string | null = null
  #accepted = 0
  #rejected = 0
  readonly #reasons: Counts = new Map()
  readonly #leftOut: Counts = new Map()

  /** `asOf` is the day that the operator states. */
  constructor(
    source: string,
    path: string,
    { asOf = null, today = new Date().toISOString().slice(0, 10) }: TallyOptions = {},
  ) {
    this.source = source
    this.file = basename(path)
    this.#today = today
    this.#day = this.#believed(asOf) ?? this.#believed(dayInName(this.file))
    this.#month = this.#believed(monthInName(this.file))
  }

  get asOf(): string | null {
    return this.#day ?? laterDate(this.#newest, this.#month)
  }

  get accepted(): number {
    return this.#accepted
  }

  get rows(): number {
    return this.#accepted + this.#rejected
  }

  /** A member of an archive often names its day where the archive does not; the file's own name comes first. */
  openedAs(name: string): void {
    this.#day ??= this.#believed(dayInName(name))
  }

  /** On which day a row is true that itself shows `date`: the file's day, else its own. */
  dayOfRow(date: string | null): string | null {
    this.#newest = laterDate(this.#newest, this.#believed(date))
    return this.#day ?? laterDate(date, this.#month)
  }

  /** Nothing was observed tomorrow. */
  isFuture(date: string): boolean {
    return date > this.#today
  }

  #believed(date: string | null): string | null {
    return date !== null && !this.isFuture(date) ? date : null
  }

  accept(): void {
    this.#accepted++
  }

  /** Counts a row that cannot be used; `line` counts from 1. */
  reject(reason: string, line: number): void {
    this.#rejected++
    count(this.#reasons, reason, line)
  }

  /** Counts a row that is used without something it has, such as a point that is not in its ZIP code. */
  leaveOut(reason: string, line: number): void {
    count(this.#leftOut, reason, line)
  }

  /** What the rows in use have and was not used, by reason, as `rejected` counts whole rows. */
  get leftOut(): SourceFile['rejected'] {
    return byReason(this.#leftOut)
  }

  rejectedFor(reason: string): { readonly rows: number; readonly first_lines: readonly number[] } {
    return this.#reasons.get(reason) ?? { rows: 0, first_lines: [] }
  }

  /** What the reading of the file alone can tell. */
  toSourceFile(): Omit<SourceFile, 'kind' | 'unregistered'> {
    return {
      source: this.source,
      file: this.file,
      as_of: this.asOf,
      rows: this.rows,
      accepted: this.#accepted,
      rejected: byReason(this.#reasons),
      left_out: this.leftOut,
    }
  }
}

/** Reason → how many rows, and the first of their lines. */
type Counts = Map<string, { rows: number; readonly first_lines: number[] }>

function count(counts: Counts, reason: string, line: number): void {
  const entry = counts.get(reason) ?? { rows: 0, first_lines: [] }
  entry.rows++
  if (entry.first_lines.length < firstLinesKept) entry.first_lines.push(line)
  counts.set(reason, entry)
}

function byReason(counts: Counts): SourceFile['rejected'] {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)))
}

/**
 * The last day that a name shows: `_20240101-20240107`, `_083126_090626_Weekly`, `_2022-04-22`. Six or eight digits by
 * themselves are a day only in the names of `NPPES_Deactivated_NPI_Report_100923` and of the `… 20231009` in it.
 */
function dayInName(name: string): string | null {
  const range = /(?<!\d)\d{8}-(\d{4})(\d{2})(\d{2})(?!\d)/.exec(name)
  if (range) return calendarDate(range[1]!, range[2]!, range[3]!)
  const week = /(?<!\d)\d{6}_(\d{2})(\d{2})(\d{2})(?!\d)/.exec(name)
  if (week) return calendarDate(`20${week[3]!}`, week[1]!, week[2]!)
  const report = /Deactivated_NPI_Report_(\d{2})(\d{2})(\d{2})(?!\d)/i.exec(name)
  if (report) return calendarDate(`20${report[3]!}`, report[1]!, report[2]!)
  const spreadsheet = /Deactivated NPI Report (\d{4})(\d{2})(\d{2})(?!\d)/i.exec(name)
  if (spreadsheet) return calendarDate(spreadsheet[1]!, spreadsheet[2]!, spreadsheet[3]!)
  const day = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(name)
  return day ? calendarDate(day[1]!, day[2]!, day[3]!) : null
}

/** `2018-12` → `2018-12-01` */
function monthInName(name: string): string | null {
  const month = /(?<!\d)(\d{4})-(\d{2})(?!-?\d)/.exec(name)
  return month ? calendarDate(month[1]!, month[2]!, '01') : null
}
