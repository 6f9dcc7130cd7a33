/** The number by which CMS certifies a hospital (CCN), as lists of facilities write it. */

/**
 * A letter in the third place marks a unit of the hospital and stands for a digit of its number: the first of its range,
 * 0001-0879 of short-term hospitals, 1300-1399 of critical access, 2000-2299 of long stays, 3025-3099 of rehabilitation
 * (State Operations Manual, 2779). Of 3,216 in a real list
 * 2,765 so lead to a hospital of the same house number, and none does with another digit; no row tells of `W` and `Y`.
 */
const digitByLetter: Readonly<Record<string, string>> = {
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
export function parseCertificationNumber(cell: string): string | null {
  const number = cell.trim().toUpperCase()
  const whole = number.replace(
    /^(\d\d)([A-Z])(?=\d{3}$)/,
    (_, state, unit) => state + (digitByLetter[unit] ?? unit),
  )
  return /^\d{5}[\dEF]$/.test(whole) ? whole : null
}

/** NUCC codes of units by the letter in the third place: psychiatric, rehabilitation and swing beds. */
const unitCodeByLetter: Readonly<Record<string, string>> = {
  S: '273R00000X',
  M: '273R00000X',
  T: '273Y00000X',
  R: '273Y00000X',
  U: '275N00000X',
  W: '275N00000X',
  Y: '275N00000X',
  Z: '275N00000X',
}

/** The NUCC code of the unit with this number: `41S001` → a psychiatric unit; null for a hospital. */
export function findUnitCode(cell: string): string | null {
  const letter = /^\d\d([A-Z])[A-Z\d]\d\d$/.exec(cell.trim().toUpperCase())?.[1]
  return letter === undefined ? null : (unitCodeByLetter[letter] ?? null)
}

/** Ranges of the last four digits with the NUCC code of their hospitals; short-term hospitals (0001-0879) may be of any kind. */
const kindByRange: readonly (readonly [first: number, last: number, code: string])[] = [
  [1300, 1399, '282NC0060X'],
  [1990, 1999, '282J00000X'],
  [2000, 2299, '282E00000X'],
  [3025, 3099, '283X00000X'],
  [3300, 3399, '282NC2000X'],
  [4000, 4499, '283Q00000X'],
]

/** The NUCC code for the range of the number (State Operations Manual, 2779A1); null if the range has none. */
export function findHospitalCode(certification: string | null): string | null {
  if (certification === null || !/^\d{6}$/.test(certification)) return null
  const number = Number(certification.slice(2))
  return kindByRange.find(([first, last]) => number >= first && number <= last)?.[2] ?? null
}
