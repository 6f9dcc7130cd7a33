/** One process at a time changes the snapshots of a data folder: an ingest, a rollback or a removal. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder } from '@careatlas/directory/snapshot/data-folder'
import { lockFolder } from '../lock-folder.ts'

const lockFile = 'ingest.lock'
const pidFile = 'ingest.pid'

/** Locks `dataDir` until disposal. @throws {DataFolderError} @throws {StorageError} with the process that holds the lock. */
export function acquireIngestLock(dataDir: string): Disposable {
  createDataFolder(dataDir)
  using locked = new DisposableStack()
  locked.use(lockFolder(join(dataDir, lockFile), () => describeLockConflict(dataDir)))
  writeFileSync(join(dataDir, pidFile), `${process.pid}\n`)
  return locked.move()
}

function describeLockConflict(dataDir: string): string {
  return `Another command (process ${readLockHolder(dataDir)}) is writing to ${dataDir}. Wait for it to end, or use another DATA_DIR.`
}

function readLockHolder(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, pidFile), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
