/** The program of one search thread: takes searches, answers each in turn. */
import { parentPort, workerData } from 'node:worker_threads'
import { match, searcherOf } from './match.ts'
import type { Outcome, Search, Segments } from './search-pool.ts'

const segments = workerData as Segments
const searchers = { providers: searcherOf(segments.providers), locations: searcherOf(segments.locations) }

parentPort!.on('message', (search: Search) => parentPort!.postMessage(outcomeOf(search)))

function outcomeOf({ query, bearers, window }: Search): Outcome {
  try {
    return { matches: match(searchers[query.collection], query, bearers, window) }
  } catch (error) {
    return { failed: error instanceof Error ? error : new Error(String(error)) }
  }
}
