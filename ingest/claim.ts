/** One ingest at a time per data folder, by a lock that the kernel releases when the process dies. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CouldNotPublish } from './could-not-publish.ts'

const lockFile = 'ingest.lock'
const pidFile = 'ingest.pid'

/** Claims `dataDir` until disposed; throws CouldNotPublish naming the process that holds it. */
export function claim(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, lockFile), { timeout: 0 })
  try {
    // SQLite takes POSIX locks on the file: gone with the process, however it ends.
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new CouldNotPublish(
      `Another ingest (process ${holder(dataDir)}) is writing to ${dataDir}. Wait for it to end, or use another DATA_DIR.`,
    )
  }
  writeFileSync(join(dataDir, pidFile), `${process.pid}\n`)
  return { [Symbol.dispose]: () => lock.close() }
}

function holder(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, pidFile), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
