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

/** A recent registration is written without its date, and a recent statement in the present tense. */
const recentYears = 3

/** Older statements are not recent; null if no registry file is dated. */
export function recentSinceDay(registryAsOf: string | null): string | null {
  return registryAsOf && `${Number(registryAsOf.slice(0, 4)) - recentYears}${registryAsOf.slice(4)}`
}
