/** Dates (YYYY-MM-DD) compared as text; one that nobody knows is earlier than any that somebody does. */

/** False for two of the same day, and for two unknown. */
export function isLater(date: string | null, other: string | null): boolean {
  return (date ?? '') > (other ?? '')
}

/** The later of two; null only when neither is known. */
export function maxDate(date: string | null, other: string | null): string | null {
  return isLater(other, date) ? other : date
}
