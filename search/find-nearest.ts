/** Finds how far away the nearest match is when the area of a search has none. */
import { ApiError } from '@careatlas/contract/errors'
import { radiusMilesMax } from '@careatlas/contract/parameters'
import type { Deadline } from './deadline.ts'
import type { Query, SearchEngine } from './search-engine.ts'

/**
 * One more search, within the largest radius that a request can have. Null without a match there, or if the engine has no time
 * for it, because the notice is not worth an error.
 */
export async function findNearestMiles(
  query: Query,
  engine: SearchEngine,
  deadline: Deadline,
): Promise<number | null> {
  const { position } = query
  if (position === undefined || position.radiusMiles >= radiusMilesMax) return null
  const wider: Query = {
    ...query,
    position: { ...position, radiusMiles: radiusMilesMax },
    sort: 'distance',
  }
  try {
    const { hits } = await engine.match(wider, { offset: 0, limit: 1 }, deadline)
    return hits[0]?.distanceMiles ?? null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
