/** Errors below the framework, before a request exists: parser errors, slow senders, CONNECT, Expect. */
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, toErrorEnvelope, type ErrorCode } from '@careatlas/contract/errors'
import { closeAfterResponse, endConnection } from './close-after-response.ts'
import type { MessageLimits } from './message-limits.ts'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { errorHeaders, jsonType } from './response-headers.ts'

export interface SocketErrorOptions {
  readonly limits: MessageLimits
  /** The public URL of the service. */
  readonly url: string
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  readonly log: (rejection: {
    readonly requestId: string
    readonly status: number
    readonly code: ErrorCode
  }) => void
}

/** An error of Node's parser or connection timer. */
interface ConnectionError extends Error {
  readonly code?: unknown
  /** The last bytes that the parser received. */
  readonly rawPacket?: unknown
  /** The number of bytes that it has parsed. */
  readonly bytesParsed?: unknown
}

/** The current response of a socket; Node's default handler uses the same property. */
export interface BusySocket extends Duplex {
  readonly _httpMessage?: ServerResponse | null
}

/** Responds to every error below the framework: `handleClientError` is for Fastify's option, `attach` for the Node server. */
export function createSocketErrorHandlers(options: SocketErrorOptions) {
  return {
    handleClientError: (error: ConnectionError, socket: Duplex) => rejectConnection(error, socket, options),
    attach(server: Server): void {
      server.on('connect', (_request, socket: Duplex) => {
        const apiError = new ApiError('method_not_allowed', 'CONNECT is not allowed here; use GET.')
        afterResponses(socket, () => write(socket, createResponse(apiError, options), options))
      })
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        rejectRequest(request, response, new ApiError('expectation_failed', 'Expect must be 100-continue.'))
      })
      // Without this handler, Node would send 100 Continue at once; `sendContinue` sends it for a route that reads the body.
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        if (Number(request.headers['content-length'] ?? 0) > options.limits.bodyBytes)
          return rejectRequest(
            request,
            response,
            new ApiError('payload_too_large', 'The request body is too large.'),
          )
        server.emit('request', request, response)
      })
    },
  }

  function rejectRequest({ socket }: IncomingMessage, response: ServerResponse, apiError: ApiError): void {
    closeAfterResponse(socket)
    const { status, headers, body } = createResponse(apiError, options)
    response.writeHead(status, headers).end(body)
  }
}

function rejectConnection(error: ConnectionError, socket: BusySocket, options: SocketErrorOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The parser reports the same error again for each further packet.
  if (!closeAfterResponse(socket)) return
  const apiError = toApiError(error, options.limits)
  afterResponses(socket, () => write(socket, createResponse(apiError, options), options))
}

/** Calls `respond` after the responses to complete requests, one of which may close the connection. */
function afterResponses(socket: BusySocket, respond: () => void): void {
  const response = socket._httpMessage
  if (response && (response.headersSent || response.req.complete))
    response.once('close', () => afterResponses(socket, respond))
  else respond()
}

function toApiError(error: ConnectionError, limits: MessageLimits): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      if (isInFirstLine(error)) {
        return new ApiError('uri_too_long', `The URL must have at most ${limits.urlBytes} bytes.`)
      }
      return new ApiError('headers_too_large', `The headers must have at most ${limits.headerBytes} bytes.`)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request did not arrive in time.')
    case 'HPE_INVALID_URL':
      return new ApiError('bad_request', isAtNonAsciiByte(error) ? unescapedUrl : malformed)
    default:
      return new ApiError('bad_request', malformed)
  }
}

const malformed = 'The HTTP message is malformed.'

/** Node's parser rejects such a URL, as RFC 9112, section 3.2, recommends. */
const unescapedUrl =
  'The URL has a character outside ASCII: send each byte of its UTF-8 form as a percent escape, such as %C3%B1 for ñ.'

/** Whether the parser stopped at a byte that ASCII does not have. */
function isAtNonAsciiByte({ rawPacket, bytesParsed }: ConnectionError): boolean {
  return Buffer.isBuffer(rawPacket) && (rawPacket[Number(bytesParsed)] ?? 0) > 0x7f
}

/** Whether the parser stopped before the first header; the packet may contain earlier messages. */
function isInFirstLine({ rawPacket, bytesParsed }: ConnectionError): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false
  const parsed = rawPacket.toString('latin1', 0, Number(bytesParsed))
  return !parsed.slice(parsed.lastIndexOf('\r\n\r\n') + 4).includes('\r\n')
}

interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates the last response of a connection, and logs it. */
function createResponse(apiError: ApiError, { url, headers, log }: SocketErrorOptions): RawResponse {
  const { code, status } = apiError
  const body = JSON.stringify(toErrorEnvelope(apiError, url))
  const requestId = uuidV7()
  log({ requestId, status, code })
  const ownHeaders = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  return { status, headers: { ...headers, ...errorHeaders(code), ...ownHeaders }, body }
}

function write(socket: Duplex, { status, headers, body }: RawResponse, { limits }: SocketErrorOptions): void {
  if (!socket.writable) return
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
  endConnection(socket, limits.lingerMs, response)
}
