/** The default engine: columns in shared memory, over the segments and the names of a snapshot. */
import { availableParallelism } from 'node:os'
import type { Snapshot } from '@careatlas/directory/snapshot/snapshot'
import { throwIfExpired } from '../deadline.ts'
import type { Query, SearchEngine } from '../search-engine.ts'
import { isShortSearch } from './is-short-search.ts'
import { createSearcher, match } from './match.ts'
import { nameCandidates } from './name-candidates.ts'
import { type PoolSize, SearchPool } from './search-pool.ts'

/**
 * One core remains for the main thread. At 20 ms each, the last of 256 waiting searches starts after 5 s, the default time
 * budget; a longer queue would only time out.
 */
const defaultSize: PoolSize = { threads: Math.max(1, availableParallelism() - 1), queuedPerThreadMax: 256 }

/** To search so many entities takes about as long as the messages to a search thread and back. */
const shortSearchEntitiesMax = 10_000

/**
 * Reads the segments without blocking this thread; rejects if they or the names cannot be read. `names` must stay open as long as the
 * engine. Searches of at most `entitiesMax` entities run in this thread, which is faster and needs no place in the queue.
 */
export async function openEmbeddedEngine(
  { segmentFolder, cardsFile, names }: Pick<Snapshot, 'segmentFolder' | 'cardsFile' | 'names'>,
  size = defaultSize,
  entitiesMax = shortSearchEntitiesMax,
): Promise<SearchEngine> {
  const pool = await SearchPool.open({ segmentFolder, cardsFile }, size)
  const searchers = {
    providers: createSearcher(pool.segments.providers),
    locations: createSearcher(pool.segments.locations),
  }
  return {
    match: async (query, range, deadline = {}) => {
      const searcher = searchers[query.collection]
      const isShort = isFullName(query) || isShortSearch(searcher.segment, query, entitiesMax)
      if (!isShort) return pool.run({ query, range }, deadline)
      pool.throwIfClosed()
      throwIfExpired(deadline)
      return match(searcher, query, nameCandidates(searcher.segment, query, names), range)
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

/**
 * Whether only the first and last name of a clinician are searched. Few have the same, so the calling thread finds them: the messages
 * to a search thread and back would take longer than the search.
 */
function isFullName({ text, position, personName, sort }: Query): boolean {
  if (text !== undefined || position !== undefined || sort !== 'name') return false
  return personName?.first !== undefined && personName.last !== undefined
}
