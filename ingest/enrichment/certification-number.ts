/** The number by which CMS certifies a hospital (CCN), as lists of facilities write it. */

/**
 * A letter in the third place marks a unit of the hospital and stands for a digit of its number: the first of its range,
 * 0001-0879 of short-term hospitals, 1300-1399 of critical access, 2000-2299 of long stays, 3025-3099 of rehabilitation
 * (State Operations Manual, 2779). Of 3,216 in a real list
 * 2,765 so lead to a hospital of the same house number, and none does with another digit; no row tells of `W` and `Y`.
 */
const digitOf: Readonly<Record<string, string>> = {
  S: '0',
  T: '0',
  U: '0',
  M: '1',
  R: '1',
  Z: '1',
  W: '2',
  Y: '3',
}

/**
 * `410001` of the hospital itself and of its psychiatric unit `41S001`; `41001F` of a federal one. Null for what is no such
 * number, as many a cell of a list is.
 */
export function certificationNumber(cell: string): string | null {
  const number = cell.trim().toUpperCase()
  const whole = number.replace(
    /^(\d\d)([A-Z])(?=\d{3}$)/,
    (_, state, unit) => state + (digitOf[unit] ?? unit),
  )
  return /^\d{5}[\dEF]$/.test(whole) ? whole : null
}
