/** Failures to write to a folder of the operator: a full or failing disk, a missing permission, a locked folder. */
import { constants } from 'node:os'

/** One sentence for the operator. The command exits with 4, and the previous snapshot stays live. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
  }
}

/**
 * Whether the file system or SQLite threw the error: disk full, no permission, a failing disk. An error from another thread
 * has lost its `syscall`, but still has its `code`.
 */
export function isStorageFailure(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  if ('syscall' in error || error.code === 'ERR_SQLITE_ERROR') return true
  return typeof error.code === 'string' && Object.hasOwn(constants.errno, error.code)
}

/**
 * The error that caused the others: when a write fails, closing the other files can fail too, and `using` then throws a
 * SuppressedError, whose `suppressed` is the earlier error.
 */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error
}

/** The error of an ingest that a storage failure stopped; `dataDir` is the folder that the ingest wrote to. */
export function toPublishError(cause: Error, dataDir: string): StorageError {
  const message = isDiskFull(cause)
    ? `Nothing was published because there is no room left in DATA_DIR (${dataDir}) or the folder for temporary files: free some, then ingest again.`
    : `Nothing was published because DATA_DIR (${dataDir}) cannot be used: ${cause.message}.`
  return new StorageError(message, { cause })
}

/** No space, no quota, or a file larger than the limit of the process (open(2), write(2)). */
const diskFullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
const sqliteFull = 13

function isDiskFull(error: Error): boolean {
  return getSqliteResult(error) === sqliteFull || ('code' in error && diskFullCodes.includes(error.code))
}

/** The primary result code; SQLite reports extended codes, with the cause in the upper bytes (sqlite.org/rescode.html). */
export function getSqliteResult(error: unknown): number | null {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null
  return typeof errcode === 'number' ? errcode & 0xff : null
}
