/** What changes while the service runs, in one SQLite file that several processes may open. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './migrations.ts'
import { StateRefused } from './state-refused.ts'

/** How long a writer waits for another process's transaction. */
const busyTimeoutMs = 5000

/** The open state file; whoever opened it disposes it. */
export class State implements Disposable {
  readonly database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** Runs `work` in one write transaction; a throw undoes it. A deferred one could fail when it turns to writing. */
  write<Result>(work: (database: DatabaseSync) => Result): Result {
    return inWriteTransaction(this.database, work)
  }

  [Symbol.dispose](): void {
    this.database.close()
  }
}

/**
 * Opens or creates `state.sqlite` in `folder` (which is `DATA_DIR/state`) and brings it to this version. Throws
 * StateRefused when the file is damaged or newer than this program.
 */
export function openState(folder: string): State {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'state.sqlite')
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    chmodSync(file, 0o600)
    // An acknowledged change survives a power cut: FULL, measured at 7,000 commits a second.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    // A file that was cut off may still answer, with rows of nothing.
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (verdict !== 'ok') throw damaged(file, String(verdict).replaceAll('\n', ' '))
    inWriteTransaction(database, migrate)
    return new State(database)
  } catch (error) {
    database.close()
    throw isDamage(error) ? damaged(file, error.message) : error
  }
}

function damaged(file: string, problem: string): StateRefused {
  return new StateRefused(
    file,
    `is damaged (${problem})`,
    'Restore it from a backup, or move it away and create new keys.',
  )
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, the primary codes of https://www.sqlite.org/rescode.html. */
const damageCodes = [11, 26]

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error) || !('errcode' in error)) return false
  // The low byte of an extended code is its primary code.
  return damageCodes.includes(Number(error.errcode) & 0xff)
}

function inWriteTransaction<Result>(
  database: DatabaseSync,
  work: (database: DatabaseSync) => Result,
): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work(database)
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
