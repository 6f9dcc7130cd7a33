/** The default engine: columns in memory that threads share, over the segments of a snapshot. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { SearchEngine } from '../search-engine.ts'
import { idsByName, type NameIndex } from './name-leg.ts'
import { SearchPool } from './search-pool.ts'
import { readSegment } from './segment.ts'

/** One core is left to the thread that listens. */
const threadsWanted = Math.max(1, availableParallelism() - 1)

/** Reads `<segmentFolder>/providers/` and `/locations/` into memory; throws when either cannot be read. */
export function openEmbeddedEngine(
  segmentFolder: string,
  names: NameIndex,
  threads = threadsWanted,
): SearchEngine {
  const providers = readSegment(join(segmentFolder, 'providers'))
  const locations = readSegment(join(segmentFolder, 'locations'))
  const pool = new SearchPool({ providers, locations }, threads)
  return {
    match: (query, window) => pool.run({ query, bearers: idsByName(names, query), window }),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
