/** The time budget of a search: looked at between stages, since each stage runs to its end. */
import { DirectoryError } from '@careatlas/contract/errors'

/** @throws DirectoryError `timeout` once the deadline has passed */
export function checkDeadline(deadline: AbortSignal | undefined): void {
  if (deadline?.aborted) throw new DirectoryError('timeout', 'The search took longer than its time budget.')
}
