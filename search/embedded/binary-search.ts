/** Where something stands, or would stand, among things in ascending order. */

/** The first place from 0 to `length` that `isBefore` does not say to lie before the one looked for. */
export function lowerBound(length: number, isBefore: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
