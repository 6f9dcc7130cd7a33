/**
 * The errors of `/oauth`: `error` and `error_description` (RFC 6749, section 5.2), which OAuth clients expect, instead of the error
 * envelope of the directory; a page for browsers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Logger } from 'pino'
import { wantsErrorPage } from '../http/accept.ts'
import { toApiError } from '../http/error-response.ts'
import { jsonType } from '../http/response-headers.ts'
import { formPageHeaders, sendHtml } from '../web/layout.ts'
import { clientPaths } from './authorization-server.ts'
import { ClientMetadataError } from './client-metadata.ts'
import { oauthFailurePage } from './oauth-pages.ts'
import { toUserMessage } from './provider-messages.ts'

/** Rejects a request that oidc-provider would accept, or whose code it would consume before it rejects the request. */
export class OAuthParameterError extends Error {
  readonly code: 'invalid_client' | 'invalid_target' | 'unsupported_response_mode'
  readonly status: number

  constructor(code: OAuthParameterError['code'], message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

interface ErrorHandlerOptions {
  readonly log: Logger
  readonly productName: string
}

/** Creates the error handler of the routes. */
export function createErrorHandler({ log, productName }: ErrorHandlerOptions) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const oauthError = toOAuthError(thrown)
    if (oauthError.status >= 500) log.error({ requestId: request.id, err: thrown }, 'failed')
    void reply
      .code(oauthError.status)
      .headers({ 'cache-control': 'no-store', vary: 'accept, cookie', ...oauthError.headers })
    const { error, description } = oauthError
    if (wantsErrorPage(request, clientPaths))
      void sendHtml(reply, oauthFailurePage(productName, toUserMessage(description)), formPageHeaders)
    else
      void reply
        .headers({ 'content-type': jsonType })
        .send(JSON.stringify({ error, error_description: description }))
  }
}

interface OAuthError {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof ClientMetadataError)
    return { status: 400, error: thrown.code, description: thrown.message }
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
