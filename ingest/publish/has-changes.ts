/** Whether an update differs from the snapshot that it starts from; if not, publishing it would only use up the rollback. */
import { isDeepStrictEqual } from 'node:util'
import type { Manifest, SourceFile } from '@careatlas/directory/snapshot/format'
import { factsFile, type Settings } from '../snapshot-builder/fact-store.ts'
import type { PreviousSnapshot } from './previous-snapshot.ts'

export interface NextSnapshot {
  readonly manifest: Omit<Manifest, 'format' | 'generation' | 'created_at'>
  readonly settings: Settings
}

/**
 * Compares the sources, the settings and the served files. A file that is given again adds its facts a second time to the facts, and
 * its path to the settings, which changes nothing.
 */
export function hasChanges(previous: PreviousSnapshot, next: NextSnapshot): boolean {
  return !isDeepStrictEqual(summarize(previous), summarize(next))
}

function summarize({ manifest, settings }: NextSnapshot) {
  const { data_as_of, notice, regions, embedder, composer, sources, files } = manifest
  const { [factsFile]: _, ...servedFiles } = files
  const { payers, carriers, officialNames } = settings
  return {
    data_as_of,
    notice,
    regions,
    embedder,
    model: composer?.model,
    servedFiles,
    payers,
    carriers,
    officialNames,
    sources: new Set(sources.map(identifySource)),
  }
}

/** Without the counts that depend on the other sources. */
function identifySource({ kind, source, file, as_of, rows, accepted, facts }: SourceFile): string {
  return JSON.stringify([kind, source, file, as_of, rows, accepted, facts])
}
