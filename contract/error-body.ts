/** What a failure looks like on the wire: always the four keys, and never anything from inside. */
import type { ErrorEnvelope } from './envelopes.ts'
import { ApiError } from './errors.ts'

/**
 * The envelope of any thrown value; its `error.status` is the HTTP status. Whatever is not a `DirectoryError` becomes
 * `internal_error` without a word about the cause.
 * @param docsUrl the root of the documentation, without a slash at the end
 */
export function errorBody(thrown: unknown, docsUrl: string): ErrorEnvelope {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', 'Something failed on our side; the request may be tried again.')
  const { code, message, status } = error
  return { error: { code, message, status, docs: `${docsUrl}/errors/${code}` } }
}
