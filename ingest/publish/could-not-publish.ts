/** The input was sound, but the snapshot could not be written; the command exits 4 and the old one keeps serving. */
import { constants } from 'node:os'

export class CouldNotPublish extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CouldNotPublish'
  }
}

/** Of a failure of the storage below `dataDir`, the sentence that says what to do. */
export function couldNotPublish(cause: Error, dataDir: string): CouldNotPublish {
  const why = isDiskFull(cause)
    ? `Nothing was published, for there is no room left in DATA_DIR (${dataDir}) or the folder for temporary files: free some, then ingest again.`
    : `Nothing was published, for DATA_DIR (${dataDir}) cannot be used: ${cause.message}.`
  return new CouldNotPublish(why, { cause })
}

/**
 * Thrown by the file system or by SQLite: disk full, no permission, a disk that fails. Of the machine, not of the input.
 * What comes from another thread has lost its `syscall`, but not its `code`.
 */
export function isStorageFailure(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  if ('syscall' in error || error.code === 'ERR_SQLITE_ERROR') return true
  return typeof error.code === 'string' && Object.hasOwn(constants.errno, error.code)
}

/** No space, no quota, or a file larger than the limit of the process (open(2), write(2)). */
const diskFullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
const sqliteFull = 13

function isDiskFull(error: Error): boolean {
  return sqliteResult(error) === sqliteFull || ('code' in error && diskFullCodes.includes(error.code))
}

/** The primary result code; SQLite reports extended ones, with the cause in the upper bytes (sqlite.org/rescode.html). */
export function sqliteResult(error: unknown): number | null {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null
  return typeof errcode === 'number' ? errcode & 0xff : null
}
