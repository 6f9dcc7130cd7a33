/** The order of texts and of dates (YYYY-MM-DD), the same on every machine. */

/** For `toSorted`: compares by UTF-16 code units, independent of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether `date` is after `other`; an unknown date (null) is before every known date. */
export function isLater(date: string | null, other: string | null): boolean {
  return (date ?? '') > (other ?? '')
}

/** The later of two dates; null only if both are unknown. */
export function maxDate(date: string | null, other: string | null): string | null {
  return isLater(other, date) ? other : date
}
