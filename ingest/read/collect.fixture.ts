/** For tests: all items of the batches in one array. */
export async function collect<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = []
  for await (const batch of batches) for (const item of batch) items.push(item)
  return items
}
