/** Reads the live snapshot for an update: its facts and its settings. */
import { join } from 'node:path'
import { SnapshotCorruptError, verifySnapshot } from '@careatlas/directory/snapshot/checksums'
import { readCurrentGeneration, snapshotFolder } from '@careatlas/directory/snapshot/current'
import type { Manifest } from '@careatlas/directory/snapshot/format'
import { FactReader, factsFile, type Settings } from '../snapshot-builder/fact-store.ts'
import { InputError } from '../input-error.ts'

export interface PreviousSnapshot {
  readonly manifest: Manifest
  /** The path of its `facts.sqlite`. */
  readonly facts: string
  readonly settings: Settings
}

/** @throws {InputError} when there is no published snapshot, or it is damaged. */
export async function readPreviousSnapshot(dataDir: string): Promise<PreviousSnapshot> {
  const generation = readCurrentGeneration(dataDir)
  if (generation === null)
    throw new InputError(`${dataDir} has no snapshot to update; ingest the full files without --update.`)
  const folder = snapshotFolder(dataDir, generation)
  try {
    const manifest = await verifySnapshot(folder)
    const facts = join(folder, factsFile)
    using store = new FactReader(facts)
    return { manifest, facts, settings: store.readSettings() }
  } catch (error) {
    if (!(error instanceof SnapshotCorruptError)) throw error
    throw new InputError(`${error.message} Ingest the full files without --update.`, { cause: error })
  }
}
