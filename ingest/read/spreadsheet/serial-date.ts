/** Days as spreadsheets count them, in the 1900 date system (ECMA-376 part 1, section 18.17.4.1). */

/** 1900-03-01: the numbers before it are off by one, for they know a 29th of February 1900. */
const firstSound = 61

/** 9999-12-31 */
const last = 2_958_465

const dayMs = 24 * 60 * 60 * 1000

/** `45207.5` → `2023-10-08`; null for a number that stands for no sound day. */
export function parseSerialDate(serial: number): string | null {
  const day = Math.floor(serial)
  if (!(day >= firstSound && day <= last)) return null
  return new Date(Date.UTC(1899, 11, 30) + day * dayMs).toISOString().slice(0, 10)
}
