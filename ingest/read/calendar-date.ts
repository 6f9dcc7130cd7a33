/**
 * Dates as sources write them, turned into YYYY-MM-DD. What no calendar has is no date, nor what lies before anybody in
 * practice was born.
 */

const firstYear = 1900

/** When this process began. */
const today = new Date().toISOString().slice(0, 10)

/** The date, or null for one that is yet to come: nothing was registered then. */
export function dropFutureDate(date: string | null): string | null {
  return date !== null && date <= today ? date : null
}

/**
 * `02/29/2024` → `2024-02-29`, as the registry writes what has happened. Null when the text is empty, written otherwise,
 * names no day (`02/30/2024`) or one that is yet to come.
 */
export function parseSlashDate(text: string): string | null {
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(text)) return null
  return dropFutureDate(toCalendarDate(text.slice(6), text.slice(0, 2), text.slice(3, 5)))
}

/** `2024-02-29`, or null when the text is no such day. */
export function parseIsoDate(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  return toCalendarDate(text.slice(0, 4), text.slice(5, 7), text.slice(8))
}

/** Takes digits: a year of four, a month and a day of two. */
export function toCalendarDate(year: string, month: string, day: string): string | null {
  if (Number(year) < firstYear) return null
  const days = countDays(Number(year), Number(month))
  return Number(day) >= 1 && Number(day) <= days ? `${year}-${month}-${day}` : null
}

/** Zero for a month that does not exist. */
function countDays(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  if (month < 1 || month > 12) return 0
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
