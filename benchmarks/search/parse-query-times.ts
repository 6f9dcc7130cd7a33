/** How long it takes to read a question, before anybody is looked for. */
import { interpretText } from '@careatlas/search/interpret-text'
import type { QueryResources } from '@careatlas/search/query/query-resources'

/** How often each question is read. */
export const rounds = 4

/** Milliseconds for each question several times over, after once to warm up. */
export async function understandingTimes(
  questions: readonly string[],
  resources: QueryResources,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const q of questions) {
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
