/** Paths of the parts of the two search segments, which each run writes, and the merge of these parts. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mergeSegments } from '@careatlas/search/embedded/merge-segments'
import { headerOf } from '@careatlas/search/embedded/partial-segment'
import type { Collection } from '@careatlas/search/search-engine'
import type { Embedder } from '@careatlas/vocabulary/embedder'
import { partitionCount } from '../partition.ts'

/** The path of the part of the run that begins with partition `first`. */
export function partPath(work: string, collection: Collection, first: number): string {
  return join(work, 'segment', `${collection}.${first}`)
}

/** Merges the parts of all runs into the segment of the snapshot. */
export async function mergeSegment(
  work: string,
  collection: Collection,
  snapshot: string,
  embedder: Embedder,
): Promise<void> {
  const paths = Array.from({ length: partitionCount }, (_, first) => partPath(work, collection, first))
  const existingPaths = paths.filter((path) => existsSync(headerOf(path)))
  await mergeSegments(collection, existingPaths, join(snapshot, 'segment', collection), embedder)
}
