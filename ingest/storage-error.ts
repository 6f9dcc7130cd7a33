/** What cannot be written where the operator pointed: a full or failing disk, no permission, a folder that another holds. */
import { constants } from 'node:os'

/**
 * One clear sentence for the operator, who does not have to look at the input: that was sound. The command exits 4 on it,
 * and the snapshot that serves stays untouched.
 */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
  }
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

/** The primary result code; SQLite reports extended ones, with the cause in the upper bytes (sqlite.org/rescode.html). */
export function getSqliteResult(error: unknown): number | null {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null
  return typeof errcode === 'number' ? errcode & 0xff : null
}
