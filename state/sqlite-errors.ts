/** The result codes of SQLite, from https://www.sqlite.org/rescode.html. */

/** Another connection holds the lock: SQLITE_BUSY. */
export function isBusy(error: unknown): boolean {
  return primaryErrorCode(error) === 5
}

/** The file is damaged or not a database: SQLITE_CORRUPT, SQLITE_NOTADB. */
export function isCorruptionError(error: unknown): error is Error {
  return [11, 26].includes(primaryErrorCode(error) ?? 0)
}

/** The low byte of the extended code; null for errors of other origin. */
export function primaryErrorCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}
