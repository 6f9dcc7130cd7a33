/** Measures the time to parse a query, before the search. */
import { interpretText } from '@careatlas/search/interpret-text'
import type { QueryResources } from '@careatlas/search/query/query-resources'

/** Runs per query. */
export const rounds = 4

/** Milliseconds of several runs for each query, after one warm-up run. */
export async function measureParseTimes(
  queries: readonly string[],
  resources: QueryResources,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const q of queries) {
      const start = performance.now()
      await interpretText(
        { q, collection: 'providers', mode: 'hybrid', geo: null, radiusMiles: undefined },
        resources,
      )
      if (round > 0) times.push(performance.now() - start)
    }
  }
  return times
}
