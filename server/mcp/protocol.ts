/** Speaks MCP with the SDK, which reads the revision of each message: 2026-07-28 in one leg, earlier revisions in the other. */
import {
  createMcpHandler,
  type Implementation,
  isLegacyRequest,
  type jsonSchemaValidator,
  Server,
  type ServerCapabilities,
  type ServerOptions,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Exchange } from './exchange.ts'
import type { Method } from './methods.ts'
import { serializeResponse } from './stored-json.ts'

export interface ProtocolOptions {
  readonly serverInfo: Implementation
  readonly capabilities: ServerCapabilities
  readonly instructions: string
  readonly methods: ReadonlyMap<string, Method>
}

/** Answers one message; `body` is its parsed JSON. */
export type AnswerMessage = (request: Request, body: unknown, exchange: Exchange) => Promise<Response>

/** Both legs answer with one JSON body and keep nothing between requests. */
export function createProtocol(options: ProtocolOptions): AnswerMessage {
  const exchanges = new WeakMap<Request, Exchange>()
  const modern = createMcpHandler(({ requestInfo }) => createServer(options, exchanges.get(requestInfo!)!), {
    legacy: 'reject',
  })
  return async (request, body, exchange) => {
    if (await isLegacyRequest(request, body))
      return answerLegacy(createServer(options, exchange), request, body)
    exchanges.set(request, exchange)
    return modern.fetch(request, { parsedBody: body })
  }
}

/** One server for each message. The SDK calls the fallback with parameters as sent; its own checks would report them as internal errors. */
function createServer(
  { serverInfo, capabilities, instructions, methods }: ProtocolOptions,
  exchange: Exchange,
): Server {
  const server = new TextServer(
    serverInfo,
    { capabilities, instructions, jsonSchemaValidator: unusedValidator },
    exchange,
  )
  const method = methods.get(exchange.method)
  server.removeRequestHandler('initialize')
  if (method !== undefined)
    server.fallbackRequestHandler = ({ params }, context) => method(params, exchange, context)
  return server
}

/**
 * Serializes results itself and sends an empty one instead: the SDK would write the text and the structured content of a tool
 * from objects into a web stream, which would be read again.
 */
class TextServer extends Server {
  readonly #exchange: Exchange

  constructor(serverInfo: Implementation, options: ServerOptions, exchange: Exchange) {
    super(serverInfo, options)
    this.#exchange = exchange
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    // After a notification the response is an event stream, which has the result.
    let isStream = false
    transport.send = (message, options) => {
      if (!('result' in message)) {
        isStream = true
        return send(message, options)
      }
      const text = serializeResponse(message, this.#exchange.method)
      if (isStream) return send(JSON.parse(text) as typeof message, options)
      this.#exchange.response = text
      return send({ ...message, result: {} }, options)
    }
    return super.connect(transport)
  }
}

/** The default validator takes longer to create than a message to answer. */
const unusedValidator: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('The server requests no input from clients of earlier revisions.')
  },
}

async function answerLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await Promise.race([
      transport.handleRequest(request, { parsedBody: body }),
      cancelled(request.signal),
    ])
  } finally {
    await server.close()
  }
}

/** A cancelled request gets no answer (MCP 2025-11-25, Cancellation). */
function cancelled(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 202 })), { once: true }),
  )
}
