/** The methods that an address does not answer, so that it says so instead of "no such address". */
import { METHODS } from 'node:http'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { sendError } from './error-response.ts'
import { answeredMethods, preflight } from './response-headers.ts'

/** CONNECT never reaches a route: Node gives it an event of its own. */
const known = METHODS.filter((method) => method !== 'CONNECT')

/** Teaches the framework every method that the parser lets through. */
export function registerAllMethods(app: FastifyInstance): void {
  for (const method of known) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

/** A route that answers one method. */
interface Answered {
  readonly url: string
  readonly method: 'GET' | 'POST'
}

/**
 * Answers OPTIONS and refuses all others at `url`. A refusal comes before the body is read, and in the envelope, whoever `scope` lets
 * answer other failures; its headers are those that `scope` gives to all its answers.
 */
export function refuseOtherMethods(scope: FastifyInstance, { url, method }: Answered, docsUrl: string): void {
  const answered: readonly string[] = answeredMethods[method]
  const allow = answered.join(', ')
  scope.options(url, (_request, reply) => {
    // Where no other origin may read, none needs to know what it may send.
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
      sendError(reply.header('allow', allow), new ApiError('method_not_allowed', message), docsUrl)
    },
    handler: () => undefined,
  })
}
