/** The exit status of a failed command, and the message that it prints. */
import { ApiError } from '@careatlas/contract/errors'
import { SnapshotCorruptError } from '@careatlas/directory/snapshot/checksums'
import { DataFolderError } from '@careatlas/directory/snapshot/data-folder'
import { StorageError, isStorageFailure } from '@careatlas/ingest/storage-error'
import { InputError } from '@careatlas/ingest/input-error'
import { CodeDeliveryError } from '@careatlas/server/accounts/send-code'
import { ListenError } from '@careatlas/server/http/reserve-port'
import { ConfigError } from '@careatlas/server/config'
import { StateError, UnfinishedWriteError } from '@careatlas/state/state-error'
import { EmbedderError } from '@careatlas/vocabulary/embedder'

export const exitCodes = { success: 0, failed: 1, usage: 2, inputRejected: 3, writeFailed: 4 } as const

/** The command line is wrong, or names something that does not exist, such as a key. */
export class UsageError extends Error {}

const usageErrors = [ConfigError, ListenError, UsageError, ApiError]

const writeErrors = [StorageError, DataFolderError, UnfinishedWriteError]

/** Failures that neither another command line nor other files would prevent. */
const expectedErrors = [SnapshotCorruptError, StateError, EmbedderError, CodeDeliveryError]

/** The exit status of a command that fails with `error`. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InputError) return exitCodes.inputRejected
  if (writeErrors.some((failure) => error instanceof failure)) return exitCodes.writeFailed
  return usageErrors.some((usage) => error instanceof usage) ? exitCodes.usage : exitCodes.failed
}

/**
 * One sentence for an expected error; the stack trace for an unexpected one. Control characters are replaced, because a message may
 * quote a file from another source, and a terminal would execute them.
 */
export function errorMessage(error: unknown): string {
  return describeError(error).replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, ' ')
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (exitCodeOf(error) !== exitCodes.failed || expectedErrors.some((failure) => error instanceof failure))
    return error.message
  return isStorageFailure(error)
    ? `DATA_DIR cannot be used: ${error.message}.`
    : (error.stack ?? error.message)
}
