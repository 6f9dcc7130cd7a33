/** What the exit status of the command means, and the sentence that goes with a failure. */
import { ApiError } from '@careatlas/contract/errors'
import { SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import { DataFolderError } from '@careatlas/directory/snapshot/data-folder'
import { StorageError, isStorageFailure } from '@careatlas/ingest/storage-error'
import { InputError } from '@careatlas/ingest/input-error'
import { CodeDeliveryError } from '@careatlas/server/accounts/send-code'
import { ListenError } from '@careatlas/server/http/listen-error'
import { ConfigError } from '@careatlas/server/config'
import { StateError } from '@careatlas/state/state-error'
import { EmbedderError } from '@careatlas/vocabulary/embedder'

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, inputRefused: 3, couldNotWrite: 4 } as const

/** The user asked for something that cannot be, such as a key that does not exist. */
export class UsageError extends Error {}

const wrongUsages = [ConfigError, ListenError, UsageError, ApiError]

/** What neither other words nor other files mend. */
const failures = [SnapshotCorruptError, StateError, EmbedderError, CodeDeliveryError]

export function exitCodeOf(error: unknown): number {
  if (error instanceof InputError) return exitCodes.inputRefused
  if (error instanceof StorageError || error instanceof DataFolderError) return exitCodes.couldNotWrite
  return wrongUsages.some((usage) => error instanceof usage) ? exitCodes.wrongUsage : exitCodes.failed
}

/** One sentence for what we foresaw; the whole trace for what we did not. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (exitCodeOf(error) !== exitCodes.failed || failures.some((failure) => error instanceof failure))
    return error.message
  return isStorageFailure(error)
    ? `DATA_DIR cannot be used: ${error.message}.`
    : (error.stack ?? error.message)
}
