/** The errors of `/oauth`, which OAuth clients expect instead of the error envelope of the directory; a page for browsers. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type OAuthError, toOAuthError, toOAuthErrorBody } from '../access/tokens/token-request-error.ts'
import { wantsErrorPage } from '../http/accept.ts'
import { jsonType } from '../http/response-headers.ts'
import { formPageHeaders, sendHtml } from '../web/layout.ts'
import { clientPaths } from './authorization-server.ts'
import { ClientMetadataError } from './client-metadata.ts'
import { oauthFailurePage } from './oauth-pages.ts'
import { toUserMessage } from './provider-messages.ts'

interface ErrorHandlerOptions {
  readonly log: Logger
  readonly productName: string
}

/** Creates the error handler of the routes. */
export function createErrorHandler({ log, productName }: ErrorHandlerOptions) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const oauthError = toClientError(thrown)
    if (oauthError.status >= 500) log.error({ requestId: request.id, err: thrown }, 'failed')
    void reply
      .code(oauthError.status)
      .headers({ 'cache-control': 'no-store', vary: 'accept, cookie', ...oauthError.headers })
    if (wantsErrorPage(request, clientPaths))
      void sendHtml(
        reply,
        oauthFailurePage(productName, toUserMessage(oauthError.description)),
        formPageHeaders,
      )
    else void reply.headers({ 'content-type': jsonType }).send(toOAuthErrorBody(oauthError))
  }
}

function toClientError(thrown: unknown): OAuthError {
  return thrown instanceof ClientMetadataError
    ? { status: 400, error: thrown.code, description: thrown.message }
    : toOAuthError(thrown)
}
