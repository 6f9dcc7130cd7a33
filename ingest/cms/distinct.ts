/** The values without repetitions, in their order. */
export function distinct<T extends object>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
