/** How long it takes to read a question, before anybody is looked for. */
import { interpretQuestion } from '@careatlas/search/interpret-question'
import type { Knowledge } from '@careatlas/search/understanding/knowledge'

/** How often each question is read. */
export const rounds = 4

/** Milliseconds for each question several times over, after once to warm up. */
export async function understandingTimes(
  questions: readonly string[],
  knowledge: Knowledge,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const q of questions) {
      const start = performance.now()
      await interpretQuestion(
        { q, collection: 'providers', mode: 'hybrid', geo: null, radiusMiles: undefined },
        knowledge,
      )
      if (round > 0) times.push(performance.now() - start)
    }
  }
  return times
}
