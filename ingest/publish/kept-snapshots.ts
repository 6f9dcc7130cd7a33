/** Changes the kept snapshots: makes an older one current again, or removes old ones. */
import { verifiedGeneration } from '@careatlas/directory/snapshot/checksums'
import {
  currentGeneration,
  publishedGenerations,
  servableGenerations,
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
  await verifiedGeneration(dataDir, generation)
  await movePointer(dataDir, generation)
}

/** The generation before the current one; null if none is kept. */
export function previousGeneration(dataDir: string): string | null {
  return servableGenerations(dataDir).find((name) => name !== currentGeneration(dataDir)) ?? null
}

/**
 * Keeps `count` generations: the current one, then the earlier ones, then those that are newer because of a rollback. Also keeps
 * the first undamaged one, which servers serve while the current one is damaged. Returns the removed generations.
 */
export async function prune(dataDir: string, count: number): Promise<readonly string[]> {
  using _lock = acquireIngestLock(dataDir)
  const servable = servableGenerations(dataDir)
  const order = new Set([...servable, ...publishedGenerations(dataDir)])
  const kept = new Set([...[...order].slice(0, count), await findVerified(dataDir, servable)])
  const removed = publishedGenerations(dataDir).filter((name) => !kept.has(name))
  for (const name of removed) await removeGeneration(dataDir, name)
  return removed
}
