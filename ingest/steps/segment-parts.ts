/** The folders in which runs store their parts of the two search segments until the parts are merged. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mergeSegments } from '@careatlas/search/embedded/merge-segments'
import type { Collection } from '@careatlas/search/search-engine'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { partitionCount } from '../partition.ts'

/** The folder of the run that begins with partition `first`. */
export function partFolder(work: string, collection: Collection, first: number): string {
  return join(work, 'segment', `${collection}.${first}`)
}

/** Merges the parts of all runs into the segment of the snapshot. */
export async function mergeSegment(
  work: string,
  collection: Collection,
  snapshot: string,
  embedder: Embedder,
): Promise<void> {
  const parts = Array.from({ length: partitionCount }, (_, at) => partFolder(work, collection, at))
  await mergeSegments(collection, parts.filter(existsSync), join(snapshot, 'segment', collection), embedder)
}
