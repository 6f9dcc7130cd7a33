/** The day of a payer's record. */
import { isoDate } from '../words.ts'

/** NPPES issued the first NPI in this month. */
const firstNpi = '2005-05'

/** Null, which means the day of the file, for a cell without a date, and for a day before the first NPI or after the file. */
export function recordDay(cell: string, ofFile: string | null): string | null {
  const day = /^\d{4}-/.test(cell.trim()) ? isoDate(cell) : null
  if (day === null || day < firstNpi || (ofFile !== null && day > ofFile)) return null
  return Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day) ? null : day
}
