/** Converts everything that can be thrown during a request into an ApiError and a response. */
import { ApiError, toErrorEnvelope, type ErrorCode } from '@careatlas/contract/errors'
import { isStateUnavailable } from '@careatlas/state/is-unavailable'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './validate-message.ts'
import type { PublicUrl } from './public-url.ts'
import { errorHeaders, jsonType } from './response-headers.ts'

/** Errors of the framework that the client caused; all others are faults of the server. */
const frameworkCodes: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: ['bad_request', 'The path holds a percent escape that is not valid UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is too long.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The request body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The request body must be application/json, or for a page a form (application/x-www-form-urlencoded).',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The request body does not have the announced length.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The request body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The request body is empty.'],
}

/** For client errors of the framework that have no entry above. */
const otherClientError = ['bad_request', 'The HTTP message is malformed.'] as const

function isClientError(thrown: Error & { readonly code: unknown; readonly statusCode?: unknown }): boolean {
  const status = Number(thrown.statusCode)
  return String(thrown.code).startsWith('FST_') && status >= 400 && status < 500
}

/** Whether the client disconnected while it sent the body: the code is from Node, the status from the framework. */
function isAborted(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown) || !('statusCode' in thrown)) return false
  return thrown.code === 'ECONNRESET' && thrown.statusCode === 400
}

/** The error to send to the client; null if `thrown` is a fault of the server, which the caller logs. */
export function toApiError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown
  if (isAborted(thrown)) return new ApiError('bad_request', 'The connection ended within the body.')
  if (isStateUnavailable(thrown))
    return new ApiError(
      'unavailable',
      'Keys, accounts, reports and conversations are unavailable because the database is unavailable.',
    )
  if (!(thrown instanceof Error) || !('code' in thrown)) return null
  const [code, message] =
    frameworkCodes[String(thrown.code)] ?? (isClientError(thrown) ? otherClientError : [])
  return code && message ? new ApiError(code, message) : null
}

/** The headers of an error response. */
export function errorResponseHeaders({ code, retryAfterSeconds }: ApiError): Record<string, string> {
  return {
    ...errorHeaders(code),
    ...(retryAfterSeconds !== null && { 'retry-after': String(retryAfterSeconds) }),
  }
}

export interface ErrorResponseOptions {
  /** The envelope links to the `/docs` below it. */
  readonly publicUrl: PublicUrl
  readonly sendErrorPage?: SendErrorPage
}

/**
 * Responds to a failed request with a page, whose status and error headers are already set; returns false to get the JSON envelope.
 * The error is null if the server is at fault.
 */
export type SendErrorPage = (error: ApiError | null, request: FastifyRequest, reply: FastifyReply) => boolean

/** Sends the error page or the error envelope. After a malformed message or an unread body, the connection is closed. */
export function sendError(
  reply: FastifyReply,
  error: ApiError | null,
  { publicUrl, sendErrorPage }: ErrorResponseOptions,
): void {
  const { request } = reply
  if (error?.code === 'bad_request' || hasBody(request.raw)) reply.header('connection', 'close')
  // A route that is not GET sets its own Allow header.
  const allow = reply.getHeader('allow')
  const body = toErrorEnvelope(error, publicUrl(request))
  reply.code(body.error.status).headers({
    ...(error && errorResponseHeaders(error)),
    ...(allow && { allow }),
    'cache-control': 'no-store',
  })
  if (sendErrorPage?.(error, request, reply)) return
  reply.header('content-type', jsonType).send(JSON.stringify(body))
}
