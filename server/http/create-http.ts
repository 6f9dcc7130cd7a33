/** The hardened HTTP server: every error, even of a malformed message, has the same envelope. */
import compress from '@fastify/compress'
import { ApiError } from '@careatlas/contract/errors'
import { fastify, type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { brotliOptions, compressFromBytes, encodings } from './compression.ts'
import { validateMessage } from './validate-message.ts'
import { limitConnections } from './connections.ts'
import { ignorePipelined } from './close-after-response.ts'
import { type MessageLimits, defaultLimits } from './message-limits.ts'
import { registerAllMethods, rejectOtherMethods } from './methods.ts'
import { createSocketErrorHandlers } from './socket-errors.ts'
import { type ErrorResponseOptions, toApiError, sendError } from './error-response.ts'
import { resolveRequestId } from './request-id.ts'
import { defaultHeaders, hstsHeader } from './response-headers.ts'
import { sendContinue } from './send-continue.ts'
import { warnWithoutForwardedAddress } from './forwarded-address.ts'
import { limitResponseBacklog } from './response-backlog.ts'
import { isWebSocketUpgrade, routeUpgrades } from './upgrades.ts'
import { alwaysLog } from '../log.ts'

export interface HttpOptions extends ErrorResponseOptions {
  readonly log: Logger
  readonly limits?: Partial<MessageLimits>
  /** Returns the part of a search that is logged; null: none. */
  readonly queryText?: ((request: FastifyRequest) => object | null) | null
  /** Whether each request is logged at `info`. */
  readonly accessLog?: boolean
  /** Whether the public address uses https. */
  readonly isOverTls?: boolean
  /** Proxies whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[]
}

/** Text, and the textual types of applications that the server sends. */
const isCompressible = /^text\/(?!event-stream)|^application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b/

/** Creates an instance without routes. Each GET route that is added also answers HEAD and OPTIONS, and 405 to other methods. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...defaultLimits, ...options.limits }
  const headers = { ...defaultHeaders, ...(options.isOverTls && hstsHeader) }
  const socketErrorHandlers = createSocketErrorHandlers({
    limits,
    url: options.publicUrl(null),
    headers,
    log: (rejection) =>
      options.accessLog
        ? alwaysLog(options.log).info(rejection, 'refused')
        : options.log.debug(rejection, 'refused'),
  })
  const app = fastify({
    http: {
      // `validateMessage` checks Host, so that a request without it gets the JSON envelope too.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      maxHeaderSize: limits.headerBytes,
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    bodyLimit: limits.bodyBytes,
    // An empty list would compare the address of each request with it.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    // The URL has its own limit, and the operation validates the parts of its path.
    routerOptions: { maxParamLength: limits.urlBytes },
    genReqId: resolveRequestId,
    // The server logs one line per request itself; the framework would create a child logger for each request.
    logger: false,
    return503OnClosing: false,
    clientErrorHandler: socketErrorHandlers.handleClientError,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendError(reply, toApiError(error), options)
    },
  })
  socketErrorHandlers.attach(app.server)
  limitConnections(app.server, limits)
  routeUpgrades(app, limits)
  app.removeContentTypeParser('text/plain')
  registerAllMethods(app)
  registerErrorHandler(app, options)
  warnWithoutForwardedAddress(app, options)
  logResponses(app, options)
  await app.register(compress, {
    encodings: [...encodings],
    threshold: compressFromBytes,
    customTypes: isCompressible,
    globalDecompression: false,
    brotliOptions,
  })
  ignorePipelined(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    const error = validateMessage(request.raw, limits)
    // Sent here, not thrown, because error handlers of routes do not close the connection.
    if (error !== null) return sendError(reply.header('connection', 'close'), error, options)
    // The router treats `*` as `/`. Unknown addresses are rejected here, before their body is read.
    if (request.is404 || request.url.startsWith('*')) throw new ApiError('not_found', 'No such address.')
    done()
  })
  limitResponseBacklog(app, limits.unsentBytes)
  app.addHook('onRoute', function (route) {
    const { method, routePath: url } = route
    if (method === 'GET') rejectOtherMethods(this, { url, method: 'GET' }, options)
    if (method === 'POST') {
      rejectOtherMethods(this, { url, method: 'POST' }, options)
      route.preParsing = [sendContinue, ...[route.preParsing ?? []].flat()]
    }
    if (method === 'HEAD') keepGetHeaders(route)
  })
  return app
}

/** Gives HEAD the headers of GET: removes the framework's hook that empties the body before compression. Node omits the body itself. */
function keepGetHeaders(head: RouteOptions): void {
  head.onSend = [head.onSend ?? []].flat().slice(1)
}

function registerErrorHandler(app: FastifyInstance, options: HttpOptions): void {
  const { log } = options
  app.setErrorHandler((thrown, request, reply) => {
    const error = toApiError(thrown)
    const line = { requestId: request.id }
    if (error === null) log.error({ ...line, err: thrown }, 'failed')
    else if (error.status >= 500) {
      const cause = thrown === error ? {} : { err: thrown }
      log.error({ ...line, status: error.status, code: error.code, ...cause }, 'failed')
    }
    sendError(reply, error, options)
  })
}

/** Off by default: a line adds more than a third to the CPU time of a card (`docs/decisions/0009`). */
function logResponses(app: FastifyInstance, { log, queryText = null, accessLog = false }: HttpOptions): void {
  const always = alwaysLog(log)
  const isDebugging = log.isLevelEnabled('debug')
  if (queryText === null && !accessLog && !isDebugging) return
  app.addHook('onResponse', (request, reply, done) => {
    const isClientError = reply.statusCode >= 400 && reply.statusCode < 500
    const query = queryText === null || isClientError ? null : queryText(request)
    if (query === null && !accessLog && !isDebugging) return done()
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
