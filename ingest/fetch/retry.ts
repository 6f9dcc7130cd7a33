/** The retry policy of a fetch, and the message for the operator when it fails. */
import { type RetryPolicy, TransientError, withRetry } from '@careatlas/models/retry'
import { InputError } from '../input-error.ts'

export interface FetchPolicy extends RetryPolicy {
  /** A connection that sends nothing for this long is closed. */
  readonly stallMs: number
}

export const defaultFetchPolicy: FetchPolicy = { stallMs: 60_000, attempts: 5, firstPauseMs: 1000 }

/**
 * Repeats `attempt` after a TransientError, whose message is a clause that names the host.
 *
 * @throws {InputError} if the last attempt failed too.
 */
export async function withFetchRetry<T>(
  attempt: () => Promise<T>,
  policy: FetchPolicy,
  note: (sentence: string) => void,
): Promise<T> {
  let attempts = 0
  const countAndAttempt = () => {
    attempts += 1
    return attempt()
  }
  const onRetry = ({ message }: TransientError, pauseMs: number) =>
    note(`${message}; trying again in ${Math.ceil(pauseMs / 1000)} s.`)
  try {
    return await withRetry(countAndAttempt, policy, { onRetry })
  } catch (error) {
    if (!(error instanceof TransientError)) throw error
    const attemptNote = attempts === 1 ? '' : ` (attempt ${attempts} of ${attempts})`
    const message = `${error.message}${attemptNote}; run the same command later to resume.`
    throw new InputError(message, { cause: error })
  }
}
