/** Locks a folder for one process. The kernel releases the lock when the process ends. */
import { DatabaseSync } from 'node:sqlite'
import { StorageError, getSqliteResult } from './storage-error.ts'

const sqliteBusy = 5

/**
 * Locks the file at `path`, which is created if it does not exist, until disposal. SQLite uses POSIX locks, which end with the
 * process in any case. With its journal in memory, the lock needs no disk space.
 *
 * @throws {StorageError} when another process holds the lock, with the message of `describeConflict`, or the file cannot be locked.
 */
export function lockFolder(path: string, describeConflict: () => string): Disposable {
  using opened = new DisposableStack()
  try {
    const lock = opened.use(new DatabaseSync(path, { timeout: 0 }))
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return opened.move()
  } catch (error) {
    const message =
      getSqliteResult(error) === sqliteBusy
        ? describeConflict()
        : `${path} cannot be locked (${(error as Error).message}); free space, remove the file, or check the permissions of its folder.`
    throw new StorageError(message, { cause: error })
  }
}
