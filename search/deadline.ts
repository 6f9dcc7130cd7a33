/** Deadlines of searches, checked between stages because each stage runs to its end. */
import { ApiError } from '@careatlas/contract/errors'

export interface Deadline {
  /** When the time budget ends, in milliseconds of `performance.now()`; absent: never. */
  readonly deadline?: number
  /** Whether the client has disconnected; absent: never. */
  readonly isAborted?: () => boolean
}

/** Throws ApiError `timeout` after the deadline, or if the client has disconnected. */
export function throwIfExpired({ deadline = Infinity, isAborted = () => false }: Deadline): void {
  if (performance.now() >= deadline)
    throw new ApiError('timeout', 'The search took longer than its time budget; narrow it and try again.')
  if (isAborted()) throw new ApiError('timeout', 'The client disconnected before the search finished.')
}
