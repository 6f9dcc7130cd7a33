/** The order of every output, the same on every machine. */

/** For `toSorted`: by UTF-16 code units, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
