/** Groups consecutive items with the same key, across batches. */

export type Run<T> = readonly [T, ...T[]]

/** The CMS files of 2017 and 2025 have at most 33 lines for an NPI. */
const runItemsMax = 1000

/** Yields the runs in their order; a run of more than `itemsMax` items is split. */
export async function* groupConsecutive<T>(
  batches: AsyncIterable<readonly T[]>,
  keyOf: (item: T) => string,
  itemsMax = runItemsMax,
): AsyncGenerator<readonly Run<T>[]> {
  let open: [T, ...T[]] | null = null
  for await (const batch of batches) {
    const closed: Run<T>[] = []
    for (const item of batch) {
      if (open !== null && keyOf(open[0]) === keyOf(item) && open.length < itemsMax) open.push(item)
      else {
        if (open !== null) closed.push(open)
        open = [item]
      }
    }
    if (closed.length > 0) yield closed
  }
  if (open !== null) yield [open]
}

/** The values without duplicates, in their order. */
export function dropDuplicates<T extends object>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
