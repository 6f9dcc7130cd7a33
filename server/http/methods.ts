/** The methods that an address does not answer, so that it says so instead of "no such address". */
import { METHODS } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { answeredMethods, preflight } from './response-headers.ts'

/** CONNECT never reaches a route: Node gives it an event of its own. */
const known = METHODS.filter((method) => method !== 'CONNECT')

/** Teaches the framework every method that the parser lets through. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of known) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

/** Answers OPTIONS and refuses all others at `url`, which has a route for `method`. A refusal comes before the body is read. */
export function refuseOtherMethods(app: FastifyInstance, url: string, method: 'GET' | 'POST'): void {
  const answered: readonly string[] = answeredMethods[method]
  const allow = answered.join(', ')
  app.options(url, (_request, reply) => {
    reply
      .code(204)
      .headers({ ...preflight, allow, 'access-control-allow-methods': allow })
      .send()
  })
  app.route({
    method: known.filter((other) => !answered.includes(other)),
    url,
    onRequest: (request, reply) => {
      void reply.header('allow', allow)
      throw new DirectoryError('method_not_allowed', `${request.method} is not allowed here; use ${method}.`)
    },
    handler: () => undefined,
  })
}
