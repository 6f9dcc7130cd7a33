/** The MCP endpoint: checks, authenticates and meters each request, and then passes its message to the protocol. */
import { randomUUID } from 'node:crypto'
import { readQueryString } from '@careatlas/contract/query-string'
import { rejectUnknownParameters } from '@careatlas/contract/unknown-parameter'
import type { ServerCapabilities } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Authenticate } from '../access/authenticate.ts'
import { callerAddress } from '../access/rate-limit/caller-address.ts'
import type { Limits } from '../access/rate-limit/limits.ts'
import { withRateLimitHeaders } from '../access/rate-limit/rate-limit-headers.ts'
import { version } from '../version.ts'
import { createCareView, uiExtension } from './care-view.ts'
import { checkSource, type SourceOptions } from './check-source.ts'
import { type DiscoveryOptions, registerDiscovery } from './discovery.ts'
import { Exchange, type McpDirectoryOptions } from './exchange.ts'
import { InFlightCalls, type SentMessage } from './in-flight-calls.ts'
import { instructions } from './instructions.ts'
import { readMessage } from './message.ts'
import { meterMessage } from './meter-message.ts'
import { createMethods, type Method } from './methods.ts'
import { createProtocol } from './protocol.ts'
import { createFailureReport } from './report-failure.ts'

export interface McpOptions extends McpDirectoryOptions, SourceOptions, DiscoveryOptions {
  /** Whether the location that a host sends is a default of searches. */
  readonly mcpHostLocation: boolean
  /** Null: requests need no credentials. */
  readonly authenticate: Authenticate | null
  readonly limits: Limits
  readonly log: Logger
  /** For tests: adds methods to those of the service, or replaces them. */
  readonly extendMethods?: ExtendMethods
}

export type ExtendMethods = (own: ReadonlyMap<string, Method>) => ReadonlyMap<string, Method>

/** No list changes while the server runs, and no client subscribes. */
const capabilities: ServerCapabilities = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: uiExtension,
}

/** Registers `POST /mcp`; other methods get 405, because the endpoint keeps no sessions and opens no streams. */
export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { authenticate, limits, log, publicUrl, current, serviceName, productName } = options
  const introduction = {
    serverInfo: { name: serviceName, title: productName, version },
    capabilities,
    instructions,
  }
  const view = createCareView({ serviceName, productName, version })
  const reportFailure = createFailureReport(log, current)
  const methods = createMethods({
    serviceName,
    reportFailure,
    introduction,
    view,
    usesHostLocation: options.mcpHostLocation,
  })
  const answerMessage = createProtocol({
    ...introduction,
    methods: options.extendMethods?.(methods) ?? methods,
  })
  const calls = new InFlightCalls()
  registerDiscovery(app, options)

  app.post('/mcp', async (request, reply) => {
    const url = publicUrl(request)
    checkSource(request, url, options)
    rejectUnknownParameters(readQueryString(/\?.*/.exec(request.url)?.[0] ?? '').keys(), [])
    const caller = authenticate ? await authenticate(request, reply) : callerAddress(request.ip)
    const message = readMessage(request.body)
    await withRateLimitHeaders(reply, meterMessage(limits, message, caller))
    if ('error' in message) return reply.code(400).send(message)
    const sent: SentMessage = {
      message,
      caller: typeof caller === 'string' ? caller : caller.caller,
      session: sessionOf(request),
    }
    calls.cancel(sent)
    const signal = calls.start(sent, reply)
    const exchange = new Exchange(options, {
      method: message.method,
      signal,
      url,
      requestId: request.id,
    })
    const response = await answerMessage(toWebRequest(request, signal), request.body, exchange)
    // The body of such a response has no details.
    if (response.status >= 500) log.error({ requestId: request.id, status: response.status }, 'failed')
    if (message.method === 'initialize' && response.ok) void reply.header('mcp-session-id', randomUUID())
    return send(reply, response, exchange.response)
  })
}

/** The session id that the client got from `initialize`; null if it sent none. */
function sessionOf({ headers }: FastifyRequest): string | null {
  const id = headers['mcp-session-id']
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : null
}

/** The headers that the protocol reads. */
const protocolHeaders = new Set(['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])

/** What the SDK reads of a request whose body is parsed; a complete `Request` takes a tenth of the time of a short message. */
function toWebRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const get = (name: string) => {
    const value = protocolHeaders.has(name) ? headers[name] : undefined
    return typeof value === 'string' ? value : null
  }
  const request: Pick<Request, 'method' | 'signal'> & { readonly headers: Pick<Headers, 'get'> } = {
    method: 'POST',
    headers: { get },
    signal,
  }
  return request as Request
}

/** JSON is sent as text, so that it is compressed. */
async function send(reply: FastifyReply, response: Response, json: string | null): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type !== null && !type.startsWith('application/json')) return reply.send(response)
  if (type !== null) void reply.header('content-type', type)
  return reply.code(response.status).send(type === null ? undefined : (json ?? (await response.text())))
}
