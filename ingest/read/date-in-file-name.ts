/** Finds the date in the name of a source file. */
import { toCalendarDate } from './calendar-date.ts'

/**
 * The last date in a name: `_20240101-20240107`, `_083126_090626_Weekly`, `_2022-04-22`. A single number of six or eight digits
 * is a date only in the names `NPPES_Deactivated_NPI_Report_100923` and `NPPES Deactivated NPI Report 20231009`.
 */
export function findDateInName(name: string): string | null {
  const range = /(?<!\d)\d{8}-(\d{4})(\d{2})(\d{2})(?!\d)/.exec(name)
  if (range) return toCalendarDate(range[1]!, range[2]!, range[3]!)
  const week = /(?<!\d)\d{6}_(\d{2})(\d{2})(\d{2})(?!\d)/.exec(name)
  if (week) return toCalendarDate(`20${week[3]!}`, week[1]!, week[2]!)
  const report = /Deactivated_NPI_Report_(\d{2})(\d{2})(\d{2})(?!\d)/i.exec(name)
  if (report) return toCalendarDate(`20${report[3]!}`, report[1]!, report[2]!)
  const spreadsheet = /Deactivated NPI Report (\d{4})(\d{2})(\d{2})(?!\d)/i.exec(name)
  if (spreadsheet) return toCalendarDate(spreadsheet[1]!, spreadsheet[2]!, spreadsheet[3]!)
  const day = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(name)
  return day ? toCalendarDate(day[1]!, day[2]!, day[3]!) : null
}

/** `2018-12` → `2018-12-01` */
export function findMonthInName(name: string): string | null {
  const month = /(?<!\d)(\d{4})-(\d{2})(?!-?\d)/.exec(name)
  return month ? toCalendarDate(month[1]!, month[2]!, '01') : null
}

/**
 * `hospital_general_information_2022` → `2022-01-01`, the earliest possible date. A year has four separate digits, and is not
 * before the first NPI. Two different years give no date, because one of them may be a count.
 */
export function findYearInName(name: string): string | null {
  const [year, otherYear] = new Set(
    Array.from(name.matchAll(/(?<![\p{L}\d]|\d-)20\d\d(?![\p{L}\d]|-\d)/gu), ([digits]) => digits),
  )
  return year === undefined || otherYear !== undefined || year < '2005' ? null : `${year}-01-01`
}

/** The first date of the range in a name: `_20240101-20240107`, `_083126_090626_Weekly`. */
export function findFirstDateInName(name: string): string | null {
  const range = /(?<!\d)(\d{4})(\d{2})(\d{2})-\d{8}(?!\d)/.exec(name)
  if (range) return toCalendarDate(range[1]!, range[2]!, range[3]!)
  const week = /(?<!\d)(\d{2})(\d{2})(\d{2})_\d{6}(?!\d)/.exec(name)
  return week ? toCalendarDate(`20${week[3]!}`, week[1]!, week[2]!) : null
}
