/** The hardened HTTP server: whatever arrives, well-formed or not, one envelope answers what goes wrong. */
import compress from '@fastify/compress'
import { ApiError } from '@careatlas/contract/errors'
import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { constants } from 'node:zlib'
import type { Logger } from 'pino'
import { validateMessage } from './validate-message.ts'
import { limitConnections } from './connections.ts'
import { ignorePipelined } from './close-after-response.ts'
import { type MessageLimits, usualLimits } from './message-limits.ts'
import { registerAllMethods, refuseOtherMethods } from './methods.ts'
import { socketErrors } from './socket-errors.ts'
import { toApiError, sendError } from './error-response.ts'
import { requestId } from './request-id.ts'
import { defaultHeaders, hstsHeader } from './response-headers.ts'
import { limitResponseBacklog } from './response-backlog.ts'
import { alwaysLog } from '../log.ts'

export interface HttpOptions {
  readonly log: Logger
  /** The root of the documentation, without a slash at the end. */
  readonly docsUrl: string
  readonly limits?: Partial<MessageLimits>
  /** What of a search is logged; null: nothing. */
  readonly queryText?: ((request: FastifyRequest) => object | null) | null
  /** Whether the public address is https. */
  readonly isOverTls?: boolean
  /** Proxies whose `X-Forwarded-For` is believed; none unless told. */
  readonly trustedProxies?: readonly string[]
  /** Answers at an address that there is not, unless the envelope is good enough: false. */
  readonly answerMissing?: (request: FastifyRequest, reply: FastifyReply) => boolean
}

/** Smaller bodies grow when compressed, or save less than they cost. */
const compressFromBytes = 1024

/** An instance without routes. A GET route added to it answers HEAD and OPTIONS, and 405 to everything else. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...options.limits }
  const { docsUrl } = options
  const headers = { ...defaultHeaders, ...(options.isOverTls && hstsHeader) }
  const raw = socketErrors({
    limits,
    docsUrl,
    headers,
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
      reply.headers(headers).header('x-request-id', request.id)
      sendError(reply, toApiError(error), docsUrl)
    },
  })
  raw.listen(app.server)
  limitConnections(app.server, limits)
  app.removeContentTypeParser('text/plain')
  registerAllMethods(app)
  answerFailures(app, options)
  logAnswers(app, options)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    globalDecompression: false,
    // Quality 11, the default, takes 50 times as long as 4 for a few per cent.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  ignorePipelined(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    const refusal = validateMessage(request.raw, limits)
    // Not thrown: what a route makes of its own failures says nothing of the connection.
    if (refusal !== null) return sendError(reply.header('connection', 'close'), refusal, docsUrl)
    // The router takes `*` for `/`. Other addresses are refused here too, before their body is looked at.
    if (request.is404 || request.url.startsWith('*')) {
      if (options.answerMissing?.(request, reply)) return
      throw new ApiError('not_found', 'There is no such address.')
    }
    done()
  })
  limitResponseBacklog(app, limits.unsentBytes)
  app.addHook('onRoute', function (route) {
    const { method, routePath: url } = route
    if (method === 'GET') refuseOtherMethods(this, { url, method: 'GET' }, docsUrl)
    if (method === 'POST') refuseOtherMethods(this, { url, method: 'POST' }, docsUrl)
    if (method === 'HEAD') answerAsGet(route)
  })
  return app
}

/** The framework's own first hook empties the answer before it is compressed; Node leaves out the body of HEAD anyway. */
function answerAsGet(head: RouteOptions): void {
  head.onSend = [head.onSend ?? []].flat().slice(1)
}

function answerFailures(app: FastifyInstance, { docsUrl, log }: HttpOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = toApiError(thrown)
    const said = { requestId: request.id }
    if (refusal === null) log.error({ ...said, err: thrown }, 'failed')
    else if (refusal.status >= 500) {
      const why = thrown === refusal ? {} : { err: thrown }
      log.error({ ...said, status: refusal.status, code: refusal.code, ...why }, 'failed')
    }
    sendError(reply, refusal, docsUrl)
  })
}

/** Off by default: a line costs more than a third of what an NPI read costs without it (`docs/decisions/0009`). */
function logAnswers(app: FastifyInstance, { log, queryText = null }: HttpOptions): void {
  const queries = alwaysLog(log)
  app.addHook('onResponse', (request, reply, done) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    const query = queryText === null || isRefused ? null : queryText(request)
    if (query === null && !log.isLevelEnabled('debug')) return done()
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
    }
    if (query === null) log.debug(line, 'answered')
    else queries.info({ ...line, query }, 'answered')
    done()
  })
}
