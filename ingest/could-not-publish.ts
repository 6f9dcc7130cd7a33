/** The input was sound, but the snapshot could not be written; the command exits 4 and the old one keeps serving. */
export class CouldNotPublish extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CouldNotPublish'
  }
}

/** Thrown by the file system or by SQLite: disk full, no permission, a disk that fails. Of the machine, not of the input. */
export function isStorageFailure(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return 'syscall' in error || error.code === 'ERR_SQLITE_ERROR'
}

/** The primary result code; SQLite reports extended ones, with the cause in the upper bytes (sqlite.org/rescode.html). */
export function sqliteResult(error: unknown): number | null {
  const errcode = error instanceof Error && 'errcode' in error ? error.errcode : null
  return typeof errcode === 'number' ? errcode & 0xff : null
}
