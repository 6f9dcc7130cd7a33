/** Writes a date as the month and the year, because the exact day of an observation is not reliable. */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * `2026-03-14` → "March 2026". January 1 becomes only its year, because a file whose name has only a year is also dated
 * January 1, and the year is true of both.
 */
export function monthInWords(date: string): string {
  const year = date.slice(0, 4)
  return date.endsWith('-01-01') ? year : `${months[Number(date.slice(5, 7)) - 1]} ${year}`
}
