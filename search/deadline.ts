/** The time budget of a search and its cancellation. Both are checked between stages, because a stage cannot be interrupted. */
import { ApiError } from '@careatlas/contract/errors'

export interface Deadline {
  /** The end of the time budget in milliseconds on the clock of `performance.now()`; absent: unlimited. */
  readonly deadline?: number
  /** An `AbortSignal`, or any object that knows whether the client has disconnected. */
  readonly signal?: Pick<AbortSignal, 'aborted'>
}

/** Throws ApiError `timeout` after the deadline or after an abort. */
export function throwIfExpired({ deadline = Infinity, signal }: Deadline): void {
  if (performance.now() >= deadline)
    throw new ApiError('timeout', 'The search exceeded its time budget; narrow it and try again.')
  if (signal?.aborted) throw new ApiError('timeout', 'The client canceled the search.')
}
