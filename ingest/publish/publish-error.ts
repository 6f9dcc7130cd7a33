/** Says of a failure of the storage, which stopped an ingest, that nothing was published, why, and what to do. */
import { StorageError, getSqliteResult } from '../storage-error.ts'

/** `dataDir` is the folder that was written to. */
export function toPublishError(cause: Error, dataDir: string): StorageError {
  const why = isDiskFull(cause)
    ? `Nothing was published, for there is no room left in DATA_DIR (${dataDir}) or the folder for temporary files: free some, then ingest again.`
    : `Nothing was published, for DATA_DIR (${dataDir}) cannot be used: ${cause.message}.`
  return new StorageError(why, { cause })
}

/** No space, no quota, or a file larger than the limit of the process (open(2), write(2)). */
const diskFullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
const sqliteFull = 13

function isDiskFull(error: Error): boolean {
  return getSqliteResult(error) === sqliteFull || ('code' in error && diskFullCodes.includes(error.code))
}
