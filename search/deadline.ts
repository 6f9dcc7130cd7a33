/** The time budget of a search: looked at between stages, since each stage runs to its end. */
import { DirectoryError } from '@careatlas/contract/errors'

/**
 * @param deadline instant on the clock of `performance.now()`, in milliseconds
 * @throws DirectoryError `timeout` from that instant on
 */
export function checkDeadline(deadline: number): void {
  if (performance.now() < deadline) return
  throw new DirectoryError('timeout', 'The search took longer than its time budget; narrow it and try again.')
}
