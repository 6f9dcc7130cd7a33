/** What the exit status of the command means, and the sentence that goes with a failure. */
import { DirectoryError } from '@careatlas/contract/errors'
import { SnapshotDamaged } from '@careatlas/directory/snapshot/checksums'
import { DataFolderRefused } from '@careatlas/directory/snapshot/data-folder'
import { CouldNotWrite, isStorageFailure } from '@careatlas/ingest/could-not-write'
import { InputRefused } from '@careatlas/ingest/input-refused'
import { CodeUnsent } from '@careatlas/server/auth/send-code'
import { CannotListen } from '@careatlas/server/cannot-listen'
import { ConfigRefused } from '@careatlas/server/config'
import { StateRefused } from '@careatlas/state/state-refused'
import { EmbedderFailed } from '@careatlas/vocabulary/embedder'

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, inputRefused: 3, couldNotWrite: 4 } as const

/** The user asked for something that cannot be, such as a key that does not exist. */
export class WrongUsage extends Error {}

const wrongUsages = [ConfigRefused, CannotListen, WrongUsage, DirectoryError]

/** What neither other words nor other files mend. */
const failures = [SnapshotDamaged, StateRefused, EmbedderFailed, CodeUnsent]

export function exitCodeOf(error: unknown): number {
  if (error instanceof InputRefused) return exitCodes.inputRefused
  if (error instanceof CouldNotWrite || error instanceof DataFolderRefused) return exitCodes.couldNotWrite
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
