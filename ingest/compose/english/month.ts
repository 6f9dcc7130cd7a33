/** A date as prose says it: the month and the year, since no observation is truer than that. */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * `2026-03-14` → "March 2026". The first of January is said as its year: it is also what a file has whose name says the year
 * alone, and the year is true of both.
 */
export function monthInWords(date: string): string {
  const year = date.slice(0, 4)
  return date.endsWith('-01-01') ? year : `${months[Number(date.slice(5, 7)) - 1]} ${year}`
}
