/** One fetch at a time per folder, by a lock that the kernel releases when the process dies; see ../claim.ts. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CouldNotPublish, sqliteResult } from '../publish/could-not-publish.ts'

const lockFile = '.fetch.lock'
const sqliteBusy = 5

/** Claims `folder` until disposed; throws CouldNotPublish when another fetch holds it. */
export function claimFolder(folder: string): Disposable {
  using opened = new DisposableStack()
  try {
    const lock = opened.use(new DatabaseSync(join(folder, lockFile), { timeout: 0 }))
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return opened.move()
  } catch (error) {
    const why =
      sqliteResult(error) === sqliteBusy
        ? `Another fetch is writing to ${folder}; wait for it to end, or give another folder with --to.`
        : `${join(folder, lockFile)} cannot be locked (${(error as Error).message}); free space, remove the file, or check the permissions of ${folder}.`
    throw new CouldNotPublish(why, { cause: error })
  }
}
