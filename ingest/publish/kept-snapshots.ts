/** Changes the kept snapshots: makes an older one current again, or removes old ones. */
import { verifyGeneration } from '@careatlas/directory/snapshot/checksums'
import {
  readCurrentGeneration,
  listPublishedGenerations,
  listServableGenerations,
} from '@careatlas/directory/snapshot/current'
import { acquireIngestLock } from './ingest-lock.ts'
import { findVerified, movePointer, removeGeneration } from './publish.ts'

/**
 * Verifies `generation` and makes it current. Running servers load it within a second, and the next `--update` starts from it.
 *
 * @throws {SnapshotCorruptError} when it is damaged; the current snapshot then stays current.
 */
export async function rollBack(dataDir: string, generation: string): Promise<void> {
  using _lock = acquireIngestLock(dataDir)
  await verifyGeneration(dataDir, generation)
  await movePointer(dataDir, generation)
}

/** The generation before the current one; null if none is kept. */
export function previousGeneration(dataDir: string): string | null {
  return listServableGenerations(dataDir).find((name) => name !== readCurrentGeneration(dataDir)) ?? null
}

/**
 * Keeps `count` generations: the current one, then the earlier ones, then those that are newer because of a rollback. Also keeps
 * the first undamaged one, which servers serve while the current one is damaged. Returns the removed generations.
 */
export async function prune(dataDir: string, count: number): Promise<readonly string[]> {
  using _lock = acquireIngestLock(dataDir)
  const servable = listServableGenerations(dataDir)
  const order = new Set([...servable, ...listPublishedGenerations(dataDir)])
  const kept = new Set([...[...order].slice(0, count), await findVerified(dataDir, servable)])
  const removed = listPublishedGenerations(dataDir).filter((name) => !kept.has(name))
  for (const name of removed) await removeGeneration(dataDir, name)
  return removed
}
