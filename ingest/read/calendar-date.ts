/** Parses dates of source files to YYYY-MM-DD. Dates that no calendar has, and years before 1900, are not dates. */

const yearMin = 1900

/** The date on which this process started. */
const today = new Date().toISOString().slice(0, 10)

/** The date; null if it is in the future. */
export function dropFutureDate(date: string | null): string | null {
  return date !== null && date <= today ? date : null
}

/**
 * `02/29/2024` → `2024-02-29`, the form of past events in the registry. Null if the text is empty, has another form, is not a
 * date (`02/30/2024`) or is in the future.
 */
export function parseSlashDate(text: string): string | null {
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(text)) return null
  return dropFutureDate(toCalendarDate(text.slice(6), text.slice(0, 2), text.slice(3, 5)))
}

/** `2024-02-29`; null if the text is not such a date. */
export function parseIsoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  return toCalendarDate(text.slice(0, 4), text.slice(5, 7), text.slice(8))
}

/** The year has four digits, the month and the day two. Null if the calendar has no such date. */
export function toCalendarDate(year: string, month: string, day: string): string | null {
  if (Number(year) < yearMin) return null
  const days = countDays(Number(year), Number(month))
  return Number(day) >= 1 && Number(day) <= days ? `${year}-${month}-${day}` : null
}

/** Zero for an invalid month. */
function countDays(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  if (month < 1 || month > 12) return 0
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
