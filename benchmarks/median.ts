/** The median of measurements; the upper of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new RangeError('Nothing was measured')
  return middle
}
