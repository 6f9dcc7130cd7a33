/** The default engine: columns in shared memory, over the segments and the names of a snapshot. */
import { availableParallelism } from 'node:os'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import type { SearchEngine } from '../search-engine.ts'
import { type PoolSize, SearchPool } from './search-pool.ts'

/**
 * One core remains for the main thread. At 20 ms each, the last of 256 waiting searches starts after 5 s, the default time
 * budget; a longer queue would only time out.
 */
const defaultSize: PoolSize = { threads: Math.max(1, availableParallelism() - 1), queuedPerThreadMax: 256 }

/** Reads the segments without blocking this thread; rejects if they or the names cannot be read. */
export async function openEmbeddedEngine(
  { segmentFolder, cardsFile }: Pick<Snapshot, 'segmentFolder' | 'cardsFile'>,
  size = defaultSize,
): Promise<SearchEngine> {
  const pool = await SearchPool.open({ segmentFolder, cardsFile }, size)
  return {
    match: (query, range, deadline) => pool.run({ query, range }, deadline),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
