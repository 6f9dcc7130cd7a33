/** Responds with 405 instead of 404 to a method that a path does not support. */
import { METHODS } from 'node:http'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { type ErrorResponseOptions, sendError } from './error-response.ts'
import { allowedMethods, preflightHeaders } from './response-headers.ts'

/** CONNECT never reaches a route: Node emits a separate event for it. */
const methods = METHODS.filter((method) => method !== 'CONNECT')

/** Registers every method that the parser accepts. */
export function registerAllMethods(app: FastifyInstance): void {
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

interface RouteMethod {
  readonly url: string
  readonly method: 'GET' | 'POST'
}

/**
 * Answers OPTIONS at `url` and rejects all other methods there. The rejection is sent before the body is read, not by
 * the error handler of `scope`, and with the headers that the hooks of `scope` set.
 */
export function rejectOtherMethods(
  scope: FastifyInstance,
  { url, method }: RouteMethod,
  options: ErrorResponseOptions,
): void {
  const allowed: readonly string[] = allowedMethods[method]
  const allow = allowed.join(', ')
  scope.options(url, (_request, reply) => {
    // Other origins need no preflight headers if they may not read the response.
    const mayRead = reply.hasHeader('access-control-allow-origin')
    reply
      .code(204)
      .headers({ allow, ...(mayRead && { ...preflightHeaders, 'access-control-allow-methods': allow }) })
      .send()
  })
  scope.route({
    method: methods.filter((other) => !allowed.includes(other)),
    url,
    onRequest: (request, reply) => {
      const message = `${request.method} is not allowed here; use ${method}.`
      sendError(reply.header('allow', allow), new ApiError('method_not_allowed', message), options)
    },
    handler: () => undefined,
  })
}
