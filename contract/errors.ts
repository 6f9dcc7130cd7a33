/** The table of all API errors, the exception that carries one of its codes, and the JSON body of an error response. */
import type { ErrorEnvelope } from './envelopes.ts'

/** Error code → HTTP status and title. */
export const errors = {
  missing_parameter: { status: 400, title: 'A required parameter is missing' },
  invalid_parameter: { status: 400, title: 'A parameter has the wrong type, range or format' },
  unknown_parameter: { status: 400, title: 'This operation has no such parameter' },
  conflicting_parameters: { status: 400, title: 'Two parameters contradict each other' },
  unknown_carrier: { status: 400, title: 'No carrier has this code' },
  unknown_zip: { status: 400, title: 'This ZIP code has no known area' },
  invalid_npi: { status: 400, title: 'The NPI is not well formed' },
  page_out_of_range: { status: 400, title: 'The page is beyond the paging limit' },
  bad_request: { status: 400, title: 'The HTTP message is malformed' },
  invalid_frame: { status: 400, title: 'A frame of the chat is malformed' },
  missing_credentials: { status: 401, title: 'Neither an API key nor an access token was sent' },
  invalid_credentials: { status: 401, title: 'The API key or access token is not valid' },
  invalid_code: { status: 403, title: 'The one-time code is not valid' },
  too_many_keys: { status: 409, title: 'The account has reached its limit of keys' },
  too_many_reports: { status: 409, title: 'Too many reports of mistakes wait for the operator' },
  insufficient_scope: { status: 403, title: 'The token lacks the scope' },
  origin_not_allowed: { status: 403, title: 'Pages of this origin may not send this request' },
  partner_mismatch: { status: 403, title: 'The publishable key belongs to another partner' },
  host_not_allowed: { status: 403, title: 'This server has another address' },
  page_expired: { status: 403, title: 'The page is too old' },
  not_found: { status: 404, title: 'No resource has this path' },
  provider_not_found: { status: 404, title: 'No clinician in this directory has this NPI' },
  location_not_found: { status: 404, title: 'No location has this identifier' },
  outside_coverage: { status: 404, title: 'The provider is outside the served regions' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'Only JSON is served here' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  provider_deactivated: { status: 410, title: 'The registry has deactivated this NPI' },
  location_removed: { status: 410, title: 'This location is no longer served' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  uri_too_long: { status: 414, title: 'The URL is too long' },
  unsupported_media_type: { status: 415, title: 'The request body has an unsupported type' },
  expectation_failed: { status: 417, title: 'The Expect header cannot be met' },
  rate_limited: { status: 429, title: 'Too many requests' },
  quota_exceeded: { status: 429, title: 'The daily quota is used up' },
  upgrade_required: { status: 426, title: 'Only WebSocket upgrades are served here' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal_error: { status: 500, title: 'An internal error occurred' },
  unavailable: { status: 503, title: 'The service is not ready' },
  timeout: { status: 504, title: 'The search took too long' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errors

/** All codes, in the order of the table. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errors).filter(
  (code): code is ErrorCode => code in errors,
)

/** An error with a code of the table. The client sees `message`, so it never contains internal details or credentials. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** When the client may retry, if known. */
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errors[this.code].status
  }
}

/**
 * Returns the envelope of a thrown value: always four keys, without internal details. Its `error.status` is the HTTP status. A value
 * that is not an `ApiError` becomes `internal_error`, without its cause.
 * @param url the public URL of the service, without a trailing slash
 */
export function toErrorEnvelope(thrown: unknown, url: string): ErrorEnvelope {
  const error =
    thrown instanceof ApiError
      ? thrown
      : new ApiError('internal_error', 'An internal error occurred. You may retry the request.')
  const { code, message, status } = error
  return { error: { code, message, status, docs: `${url}/docs/errors/${code}` } }
}
