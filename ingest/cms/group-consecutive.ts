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
  let currentRun: [T, ...T[]] | null = null
  for await (const batch of batches) {
    const completeRuns: Run<T>[] = []
    for (const item of batch) {
      if (currentRun !== null && keyOf(currentRun[0]) === keyOf(item) && currentRun.length < itemsMax)
        currentRun.push(item)
      else {
        if (currentRun !== null) completeRuns.push(currentRun)
        currentRun = [item]
      }
    }
    if (completeRuns.length > 0) yield completeRuns
  }
  if (currentRun !== null) yield [currentRun]
}

/** The values without duplicates, in their order. */
export function dropDuplicates<T extends object>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
