/** The JSON body of an error response: always four keys, without internal details. */
import type { ErrorEnvelope } from './envelopes.ts'
import { ApiError } from './errors.ts'

/**
 * Returns the envelope of a thrown value; its `error.status` is the HTTP status. A value that is not an `ApiError` becomes
 * `internal_error`, without its cause.
 * @param docsUrl the root of the documentation, without a trailing slash
 */
export function errorBody(thrown: unknown, docsUrl: string): ErrorEnvelope {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', 'An internal error occurred. You may retry the request.')
  const { code, message, status } = error
  return { error: { code, message, status, docs: `${docsUrl}/errors/${code}` } }
}
