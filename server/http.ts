/** The hardened HTTP server: whatever arrives, well-formed or not, one envelope answers what goes wrong. */
import compress from '@fastify/compress'
import { DirectoryError } from '@careatlas/contract/errors'
import { fastify, type FastifyInstance, type RouteOptions } from 'fastify'
import { constants } from 'node:zlib'
import type { Logger } from 'pino'
import { admit } from './http/admission.ts'
import { type MessageLimits, usualLimits } from './http/message-limits.ts'
import { knowAllMethods, refuseOtherMethods } from './http/methods.ts'
import { rawRefusals } from './http/raw-refusal.ts'
import { knownRefusal, sendRefusal } from './http/refusal.ts'
import { requestId } from './http/request-id.ts'
import { everyResponse } from './http/response-headers.ts'
import { limitUnsentAnswers } from './http/unsent-answers.ts'

export interface HttpOptions {
  readonly log: Logger
  /** The root of the documentation, without a slash at the end. */
  readonly docsUrl: () => string
  readonly limits?: Partial<MessageLimits>
  /** Proxies whose `X-Forwarded-For` is believed; none unless told. */
  readonly trustedProxies?: readonly string[]
}

/** Smaller bodies grow when compressed, or save less than they cost. */
const compressFromBytes = 1024

/** An instance without routes. A GET route added to it answers HEAD and OPTIONS, and 405 to everything else. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...options.limits }
  const raw = rawRefusals({
    limits,
    docsUrl: options.docsUrl,
    log: (refusal) => options.log.debug(refusal, 'refused'),
  })
  const app = fastify({
    http: {
      // Counted by `admit`, so that a missing Host gets the envelope too.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      maxHeaderSize: limits.headerBytes,
    },
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    bodyLimit: limits.bodyBytes,
    trustProxy: [...(options.trustedProxies ?? [])],
    // The whole URL has its own limit; what a part of the path may be, the operation decides.
    routerOptions: { maxParamLength: limits.urlBytes },
    genReqId: requestId,
    // The request log is one line of our own; the framework would make a child logger for each request.
    logger: false,
    return503OnClosing: false,
    clientErrorHandler: raw.clientErrors,
    frameworkErrors: (error, request, reply) => {
      reply.headers(everyResponse).header('x-request-id', request.id)
      sendRefusal(reply, knownRefusal(error), options.docsUrl())
    },
  })
  raw.listen(app.server)
  app.server.maxConnections = limits.connections
  app.removeContentTypeParser('text/plain')
  knowAllMethods(app)
  answerFailures(app, options)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    globalDecompression: false,
    // Quality 11, the default, takes 50 times as long as 4 for a few per cent.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyResponse)
    reply.header('x-request-id', request.id)
    admit(request.raw, limits)
    // The router takes `*` for `/`. Other addresses are refused here too, before their body is looked at.
    if (request.is404 || request.url.startsWith('*')) {
      throw new DirectoryError('not_found', 'There is no such address.')
    }
    done()
  })
  limitUnsentAnswers(app, limits.unsentBytes)
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') refuseOtherMethods(app, route.url, 'GET')
    if (route.method === 'POST') refuseOtherMethods(app, route.url, 'POST')
    if (route.method === 'HEAD') answerAsGet(route)
  })
  return app
}

/** The framework's own first hook empties the answer before it is compressed; Node leaves out the body of HEAD anyway. */
function answerAsGet(head: RouteOptions): void {
  head.onSend = [head.onSend ?? []].flat().slice(1)
}

function answerFailures(app: FastifyInstance, { docsUrl, log }: HttpOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = knownRefusal(thrown)
    const said = { requestId: request.id }
    if (refusal === null) log.error({ ...said, err: thrown }, 'failed')
    else if (refusal.status >= 500) {
      const why = thrown === refusal ? {} : { err: thrown }
      log.error({ ...said, status: refusal.status, code: refusal.code, ...why }, 'failed')
    }
    sendRefusal(reply, refusal, docsUrl())
  })
  // Off by default: a line costs more than a third of what an NPI read costs without it (`docs/decisions/0009`).
  app.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled('debug')) return done()
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 1000) / 1000,
      },
      'answered',
    )
    done()
  })
}
