/** The JSON body of an error response: always the same four keys, and never internal details. */
import type { ErrorEnvelope } from './envelopes.ts'
import { ApiError } from './errors.ts'

/**
 * The envelope of any thrown value; its `error.status` is the HTTP status. A value that is not an `ApiError` becomes
 * `internal_error`, and the cause is not disclosed.
 * @param docsUrl the root of the documentation, without a slash at the end
 */
export function errorBody(thrown: unknown, docsUrl: string): ErrorEnvelope {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', 'The server failed; you may retry the request.')
  const { code, message, status } = error
  return { error: { code, message, status, docs: `${docsUrl}/errors/${code}` } }
}
