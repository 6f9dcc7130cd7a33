/** The program of a search thread: opens the segments and names, then runs searches one at a time. */
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Names } from '@careatlas/directory/snapshot/names'
import { openImmutable } from '@careatlas/directory/snapshot/open-immutable'
import { match, createSearcher } from './match.ts'
import { nameCandidates } from './name-candidates.ts'
import type { Outcome, Search, Segments, ThreadData } from './search-pool.ts'
import { readSegment } from './segment.ts'

const data = workerData as ThreadData
const segments = data.segments ?? readSegments(data.segmentFolder)
const names = new Names(openImmutable(data.cardsFile))
const searchers = {
  providers: createSearcher(segments.providers),
  locations: createSearcher(segments.locations),
}

post({ opened: segments })
parentPort!.on('message', (search: Search) => post(runSearch(search)))

function readSegments(folder: string): Segments {
  return {
    providers: readSegment(join(folder, 'providers')),
    locations: readSegment(join(folder, 'locations')),
  }
}

function runSearch({ query, range }: Search): Outcome {
  try {
    const searcher = searchers[query.collection]
    return { matches: match(searcher, query, nameCandidates(searcher.segment, query, names), range) }
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error))
    return { error: failure, code: 'code' in failure ? failure.code : undefined }
  }
}

function post(outcome: Outcome): void {
  parentPort!.postMessage(outcome)
}
