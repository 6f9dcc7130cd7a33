/** How long an answer is waited for: looked at between the stages of a search, since each stage runs to its end. */
import { ApiError } from '@careatlas/contract/errors'

export interface Deadline {
  /** When the time budget is used up, in milliseconds on the clock of `performance.now()`; absent: never. */
  readonly deadline?: number
  /** Whether whoever asked has gone away; absent: nobody does. */
  readonly isAborted?: () => boolean
}

/** Throws DirectoryError `timeout` once there is nobody who would wait for the answer. */
export function throwIfExpired({ deadline = Infinity, isAborted = () => false }: Deadline): void {
  if (performance.now() >= deadline)
    throw new ApiError('timeout', 'The search took longer than its time budget; narrow it and try again.')
  if (isAborted()) throw new ApiError('timeout', 'Whoever asked did not wait for the answer.')
}
