/** What the exit status of the command means, and the sentence that goes with a failure. */
import { DirectoryError } from '@careatlas/contract/errors'
import { SnapshotDamaged } from '@careatlas/directory/snapshot/checksums'
import { CouldNotPublish } from '@careatlas/ingest/could-not-publish'
import { InputRefused } from '@careatlas/ingest/input-refused'
import { ConfigRefused } from '@careatlas/server/config'

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, inputRefused: 3, couldNotPublish: 4 } as const

/** The user asked for something that cannot be, such as a key that does not exist. */
export class WrongUsage extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof InputRefused) return exitCodes.inputRefused
  if (error instanceof CouldNotPublish) return exitCodes.couldNotPublish
  if (error instanceof ConfigRefused || error instanceof WrongUsage || error instanceof DirectoryError) {
    return exitCodes.wrongUsage
  }
  return exitCodes.failed
}

/** One sentence for what we foresaw; the whole trace for what we did not. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (exitCodeOf(error) !== exitCodes.failed || error instanceof SnapshotDamaged) return error.message
  return isOfTheMachine(error) ? `DATA_DIR cannot be used: ${error.message}.` : (error.stack ?? error.message)
}

/** A file system that is full, read-only or forbidden, and a state file that is not one. */
function isOfTheMachine(error: Error): boolean {
  return 'code' in error && ('syscall' in error || error.code === 'ERR_SQLITE_ERROR')
}
