/** The methods that an address does not answer, so that it says so instead of "no such address". */
import { METHODS } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { FastifyInstance } from 'fastify'
import { answeredMethods, preflight } from './response-headers.ts'

/** CONNECT never reaches a route: Node gives it an event of its own. */
const others = METHODS.filter((method) => !answeredMethods.includes(method) && method !== 'CONNECT')

/** Teaches the framework every method that the parser lets through. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of others) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

/** Answers OPTIONS and refuses all others at `url`, which has a GET route. A refusal comes before the body is read. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.options(url, (_request, reply) => {
    reply.code(204).headers(preflight).send()
  })
  app.route({
    method: others,
    url,
    onRequest: ({ method }) => {
      throw new DirectoryError('method_not_allowed', `${method} is not allowed here; use GET.`)
    },
    handler: () => undefined,
  })
}
