/** One ingest at a time per data folder, by a lock that the kernel releases when the process dies. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CouldNotPublish, sqliteResult } from './could-not-publish.ts'

const lockFile = 'ingest.lock'
const pidFile = 'ingest.pid'
const sqliteBusy = 5

/** Claims `dataDir` until disposed; throws CouldNotPublish, naming the process that holds it if one does. */
export function claim(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true })
  using claimed = new DisposableStack()
  claimed.use(locked(dataDir))
  writeFileSync(join(dataDir, pidFile), `${process.pid}\n`)
  return claimed.move()
}

/** SQLite takes POSIX locks on the file: gone with the process, however it ends. Without a journal it needs no room. */
function locked(dataDir: string): Disposable {
  using opened = new DisposableStack()
  try {
    const lock = opened.use(new DatabaseSync(join(dataDir, lockFile), { timeout: 0 }))
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return opened.move()
  } catch (error) {
    throw refusalOf(error as Error, dataDir)
  }
}

function refusalOf(error: Error, dataDir: string): CouldNotPublish {
  const why =
    sqliteResult(error) === sqliteBusy
      ? `Another ingest (process ${holder(dataDir)}) is writing to ${dataDir}. Wait for it to end, or use another DATA_DIR.`
      : `${join(dataDir, lockFile)} cannot be locked (${error.message}). Free space, remove the file, or check the permissions of DATA_DIR.`
  return new CouldNotPublish(why, { cause: error })
}

function holder(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, pidFile), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
