/** Responds with 405 instead of 404 to methods that an address does not support. */
import { METHODS } from 'node:http'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { sendError } from './error-response.ts'
import type { PublicUrl } from './public-url.ts'
import { answeredMethods, preflight } from './response-headers.ts'

/** CONNECT never reaches a route: Node emits a separate event for it. */
const known = METHODS.filter((method) => method !== 'CONNECT')

/** Registers every method that the parser accepts. */
export function registerAllMethods(app: FastifyInstance): void {
  for (const method of known) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

interface Answered {
  readonly url: string
  readonly method: 'GET' | 'POST'
}

/**
 * Answers OPTIONS and rejects all other methods at `url`. A rejection is sent before the body is read, and always as the envelope,
 * even if `scope` has its own error handler; it has the headers of all responses of `scope`.
 */
export function refuseOtherMethods(
  scope: FastifyInstance,
  { url, method }: Answered,
  publicUrl: PublicUrl,
): void {
  const answered: readonly string[] = answeredMethods[method]
  const allow = answered.join(', ')
  scope.options(url, (_request, reply) => {
    // Other origins need no preflight headers if they may not read the response.
    const mayRead = reply.hasHeader('access-control-allow-origin')
    reply
      .code(204)
      .headers({ allow, ...(mayRead && { ...preflight, 'access-control-allow-methods': allow }) })
      .send()
  })
  scope.route({
    method: known.filter((other) => !answered.includes(other)),
    url,
    onRequest: (request, reply) => {
      const message = `${request.method} is not allowed here; use ${method}.`
      sendError(reply.header('allow', allow), new ApiError('method_not_allowed', message), publicUrl)
    },
    handler: () => undefined,
  })
}
