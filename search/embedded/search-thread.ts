/** The program of one search thread: opens what it searches in, then takes searches and answers each in turn. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { Names } from '@careatlas/directory/snapshot/names'
import { match, searcherOf } from './match.ts'
import { nameCandidates } from './name-candidates.ts'
import type { Outcome, Search, Segments, ThreadData } from './search-pool.ts'
import { readSegment } from './segment.ts'

const data = workerData as ThreadData
const segments = data.segments ?? readSegments(data.segmentFolder)
const names = new Names(new DatabaseSync(data.cardsFile, { readOnly: true }))
const searchers = { providers: searcherOf(segments.providers), locations: searcherOf(segments.locations) }

say({ opened: segments })
parentPort!.on('message', (search: Search) => say(outcomeOf(search)))

function readSegments(folder: string): Segments {
  return {
    providers: readSegment(join(folder, 'providers')),
    locations: readSegment(join(folder, 'locations')),
  }
}

function outcomeOf({ query, window }: Search): Outcome {
  try {
    const searcher = searchers[query.collection]
    return { matches: match(searcher, query, nameCandidates(searcher.segment, query, names), window) }
  } catch (error) {
    const failed = error instanceof Error ? error : new Error(String(error))
    return { failed, code: 'code' in failed ? failed.code : undefined }
  }
}

function say(outcome: Outcome): void {
  parentPort!.postMessage(outcome)
}
