/** The middle of several measurements; the upper one of the two when their number is even. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new RangeError('Nothing was measured')
  return middle
}
