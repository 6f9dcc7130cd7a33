/** One process at a time in a folder, by a lock that the kernel releases when the process dies. */
import { DatabaseSync } from 'node:sqlite'
import { StorageError, getSqliteResult } from './storage-error.ts'

const sqliteBusy = 5

/**
 * Locks the file at `path`, made if it is not there, until disposed. SQLite takes POSIX locks on it: gone with the process,
 * however it ends. Without a journal it needs no room.
 *
 * @throws {StorageError} when another process holds it, in the words of `refusal`, and when it is no lock.
 */
export function lockFolder(path: string, refusal: () => string): Disposable {
  using opened = new DisposableStack()
  try {
    const lock = opened.use(new DatabaseSync(path, { timeout: 0 }))
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return opened.move()
  } catch (error) {
    const why =
      getSqliteResult(error) === sqliteBusy
        ? refusal()
        : `${path} cannot be locked (${(error as Error).message}); free space, remove the file, or check the permissions of its folder.`
    throw new StorageError(why, { cause: error })
  }
}
