/** The hardened HTTP server: every error, even of a malformed message, has the same envelope. */
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
import type { PublicUrl } from './public-url.ts'
import { requestId } from './request-id.ts'
import { defaultHeaders, hstsHeader } from './response-headers.ts'
import { warnWithoutForwardedAddress } from './forwarded-address.ts'
import { limitResponseBacklog } from './response-backlog.ts'
import { alwaysLog } from '../log.ts'

export interface HttpOptions {
  readonly log: Logger
  /** Its `/docs` explains the errors. */
  readonly publicUrl: PublicUrl
  readonly limits?: Partial<MessageLimits>
  /** The logged part of a search; null logs nothing. */
  readonly queryText?: ((request: FastifyRequest) => object | null) | null
  /** Whether each request is logged at `info`. */
  readonly accessLog?: boolean
  /** Whether the public address uses https. */
  readonly isOverTls?: boolean
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[]
  /** Responds at an unknown address, or returns false for the envelope. */
  readonly answerMissing?: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Responds to a request that failed, or returns false for the envelope. Null: the server is at fault. */
  readonly answerFailure?: (refusal: ApiError | null, request: FastifyRequest, reply: FastifyReply) => boolean
}

/** Compressing smaller bodies is not worth its cost. */
const compressFromBytes = 1024

/** An instance without routes. Each added GET route also answers HEAD and OPTIONS, and 405 to other methods. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...options.limits }
  const { publicUrl } = options
  const headers = { ...defaultHeaders, ...(options.isOverTls && hstsHeader) }
  const raw = socketErrors({
    limits,
    url: publicUrl(null),
    headers,
    log: (refusal) =>
      options.accessLog
        ? alwaysLog(options.log).info(refusal, 'refused')
        : options.log.debug(refusal, 'refused'),
  })
  const app = fastify({
    http: {
      // Checked by `validateMessage`, so that a missing Host gets the envelope too.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      maxHeaderSize: limits.headerBytes,
    },
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    bodyLimit: limits.bodyBytes,
    trustProxy: [...(options.trustedProxies ?? [])],
    // The URL has its own limit, and the operation validates the parts of its path.
    routerOptions: { maxParamLength: limits.urlBytes },
    genReqId: requestId,
    // We log one line per request; the framework would create a child logger for each request.
    logger: false,
    return503OnClosing: false,
    clientErrorHandler: raw.clientErrors,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendError(reply, toApiError(error), publicUrl)
    },
  })
  raw.listen(app.server)
  limitConnections(app.server, limits)
  app.removeContentTypeParser('text/plain')
  registerAllMethods(app)
  answerFailures(app, options)
  warnWithoutForwardedAddress(app, options)
  logAnswers(app, options)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: compressFromBytes,
    globalDecompression: false,
    // Quality 11, the default, takes 50 times as long as 4 and saves a few percent.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  ignorePipelined(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    const refusal = validateMessage(request.raw, limits)
    // Sent here, not thrown, because error handlers of routes do not close the connection.
    if (refusal !== null) return sendError(reply.header('connection', 'close'), refusal, publicUrl)
    // The router treats `*` as `/`. Unknown addresses are rejected here, before their body is read.
    if (request.is404 || request.url.startsWith('*')) {
      if (options.answerMissing?.(request, reply)) return
      throw new ApiError('not_found', 'No such address.')
    }
    done()
  })
  limitResponseBacklog(app, limits.unsentBytes)
  app.addHook('onRoute', function (route) {
    const { method, routePath: url } = route
    if (method === 'GET') refuseOtherMethods(this, { url, method: 'GET' }, publicUrl)
    if (method === 'POST') refuseOtherMethods(this, { url, method: 'POST' }, publicUrl)
    if (method === 'HEAD') answerAsGet(route)
  })
  return app
}

/** Removes the first hook of the framework, which empties the body before compression; Node omits the body of HEAD itself. */
function answerAsGet(head: RouteOptions): void {
  head.onSend = [head.onSend ?? []].flat().slice(1)
}

function answerFailures(app: FastifyInstance, { publicUrl, log, answerFailure }: HttpOptions): void {
  app.setErrorHandler((thrown, request, reply) => {
    const refusal = toApiError(thrown)
    const line = { requestId: request.id }
    if (refusal === null) log.error({ ...line, err: thrown }, 'failed')
    else if (refusal.status >= 500) {
      const why = thrown === refusal ? {} : { err: thrown }
      log.error({ ...line, status: refusal.status, code: refusal.code, ...why }, 'failed')
    }
    if (!answerFailure?.(refusal, request, reply)) sendError(reply, refusal, publicUrl)
  })
}

/** Off by default: a line costs more than a third of an NPI read (`docs/decisions/0009`). */
function logAnswers(app: FastifyInstance, { log, queryText = null, accessLog = false }: HttpOptions): void {
  const always = alwaysLog(log)
  app.addHook('onResponse', (request, reply, done) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    const query = queryText === null || isRefused ? null : queryText(request)
    if (query === null && !accessLog && !log.isLevelEnabled('debug')) return done()
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
    }
    if (query !== null) always.info({ ...line, query }, 'answered')
    else if (accessLog) always.info(line, 'answered')
    else log.debug(line, 'answered')
    done()
  })
}
