/** Dates as numbers in the 1900 date system of spreadsheets (ECMA-376 part 1, section 18.17.4.1). */

/** 1900-03-01. Earlier numbers are off by one, because the date system contains a February 29, 1900. */
const serialMin = 61

/** 9999-12-31 */
const serialMax = 2_958_465

const dayMs = 24 * 60 * 60 * 1000

/** `45207.5` → `2023-10-08`; null for a number outside the date system. */
export function parseSerialDate(serial: number): string | null {
  const day = Math.floor(serial)
  if (!(day >= serialMin && day <= serialMax)) return null
  return new Date(Date.UTC(1899, 11, 30) + day * dayMs).toISOString().slice(0, 10)
}
