/** How long an answer is waited for: looked at between the stages of a search, since each stage runs to its end. */
import { DirectoryError } from '@careatlas/contract/errors'

export interface Patience {
  /** When the time budget is used up, in milliseconds on the clock of `performance.now()`; absent: never. */
  readonly deadline?: number
  /** Whether whoever asked has gone away; absent: nobody does. */
  readonly isGone?: () => boolean
}

/** Throws DirectoryError `timeout` once there is nobody who would wait for the answer. */
export function checkPatience({ deadline = Infinity, isGone = () => false }: Patience): void {
  if (performance.now() >= deadline)
    throw new DirectoryError(
      'timeout',
      'The search took longer than its time budget; narrow it and try again.',
    )
  if (isGone()) throw new DirectoryError('timeout', 'Whoever asked did not wait for the answer.')
}
