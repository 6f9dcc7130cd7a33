/** Parses CMS certification numbers (CCN) of hospitals, as facility lists write them. */

/**
 * A letter in the third position marks a unit of a hospital and replaces the first digit of the range of its number: 0001-0879
 * for short-term hospitals, 1300-1399 for critical access, 2000-2299 for long-term care, 3025-3099 for rehabilitation (State
 * Operations Manual, 2779). Of 3,216 units in a real list, 2,765 resolve to a hospital with the same house number, and with any
 * other digit none does. The list has no `W` or `Y`. The NUCC codes are those of psychiatric and rehabilitation units and of
 * swing beds.
 */
const unitByLetter: Readonly<Record<string, { readonly digit: string; readonly code: string }>> = {
  S: { digit: '0', code: '273R00000X' },
  T: { digit: '0', code: '273Y00000X' },
  U: { digit: '0', code: '275N00000X' },
  M: { digit: '1', code: '273R00000X' },
  R: { digit: '1', code: '273Y00000X' },
  Z: { digit: '1', code: '275N00000X' },
  W: { digit: '2', code: '275N00000X' },
  Y: { digit: '3', code: '275N00000X' },
}

/**
 * `410001` for the hospital and for its psychiatric unit `41S001`; `41001F` for a federal hospital. Null for any other text,
 * which many cells of lists have.
 */
export function parseCertificationNumber(cell: string): string | null {
  const certification = cell.trim().toUpperCase()
  const hospitalNumber = certification.replace(
    /^(\d\d)([A-Z])(?=\d{3}$)/,
    (_, state, unit) => state + (unitByLetter[unit]?.digit ?? unit),
  )
  return /^\d{5}[\dEF]$/.test(hospitalNumber) ? hospitalNumber : null
}

/** The NUCC code of the unit with this number: `41S001` → psychiatric unit; null for a hospital. */
export function findUnitCode(cell: string): string | null {
  const letter = /^\d\d([A-Z])[A-Z\d]\d\d$/.exec(cell.trim().toUpperCase())?.[1]
  return letter === undefined ? null : (unitByLetter[letter]?.code ?? null)
}

/** Ranges of the last four digits with the NUCC code of their hospitals; short-term hospitals (0001-0879) can have any code. */
const codeByRange: readonly (readonly [first: number, last: number, code: string])[] = [
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
  return codeByRange.find(([first, last]) => number >= first && number <= last)?.[2] ?? null
}
