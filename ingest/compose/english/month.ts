/** A date as prose says it: the month and the year, since no observation is truer than that. */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `2026-03-14` → "March 2026". */
export function monthInWords(date: string): string {
  return `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}
