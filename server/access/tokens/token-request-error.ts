/** The errors of the endpoints for OAuth clients: `error` and `error_description` (RFC 6749, section 5.2). */
import { errors } from 'oidc-provider'
import { toApiError } from '../../http/error-response.ts'

/** Rejects a request that oidc-provider would accept, or whose code it would consume before it rejects the request. */
export class OAuthParameterError extends Error {
  readonly code: OAuthParameterCode
  readonly status: number

  constructor(code: OAuthParameterCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

type OAuthParameterCode =
  | 'invalid_client'
  | 'invalid_request'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_response_mode'

export interface OAuthError {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The error that the client gets, without internal details. */
export function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof OAuthParameterError)
    return { status: thrown.status, error: thrown.code, description: thrown.message }
  if (thrown instanceof errors.OIDCProviderError) {
    const { statusCode: status, error, error_description: description = error } = thrown
    return { status, error, description }
  }
  const apiError = toApiError(thrown)
  if (apiError === null) return { status: 500, error: 'server_error', description: 'The server failed.' }
  const { status, message, retryAfterSeconds } = apiError
  const isTemporary = status === 429 || status === 503
  return {
    status,
    error: isTemporary ? 'temporarily_unavailable' : 'invalid_request',
    description: message,
    ...(isTemporary && { headers: { 'retry-after': String(retryAfterSeconds ?? 5) } }),
  }
}

/** The body of an error response. */
export function toOAuthErrorBody({ error, description }: OAuthError): string {
  return JSON.stringify({ error, error_description: description })
}
