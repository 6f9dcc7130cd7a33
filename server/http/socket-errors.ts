/** Errors below the framework, before a request exists: parser errors, slow senders, CONNECT, Expect. */
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, errorBody, type ErrorCode } from '@careatlas/contract/errors'
import { closeAfterResponse } from './close-after-response.ts'
import type { MessageLimits } from './message-limits.ts'
import { uuidV7 } from './request-id.ts'
import { errorHeaders, jsonType } from './response-headers.ts'

export interface SocketErrorOptions {
  readonly limits: MessageLimits
  /** The public URL of the service. */
  readonly url: string
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  readonly log: (refusal: {
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

/** Responds to every error below the framework; `clientErrors` is the handler for Fastify's option. */
export function socketErrors(refusals: SocketErrorOptions) {
  return {
    clientErrors: (error: ConnectionError, socket: Duplex) => refuseConnection(error, socket, refusals),
    listen(server: Server): void {
      server.on('connect', (_request, socket: Duplex) => {
        const refusal = new ApiError('method_not_allowed', 'CONNECT is not allowed here; use GET.')
        afterAnswers(socket, () => write(socket, answerOf(refusal, refusals)))
      })
      server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
        refuseBody(request, response, new ApiError('expectation_failed', 'Expect must be 100-continue.'))
      })
      // Node would send 100 Continue first, and the client the whole body.
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        if (Number(request.headers['content-length'] ?? 0) > refusals.limits.bodyBytes)
          return refuseBody(
            request,
            response,
            new ApiError('payload_too_large', 'The request body is too large.'),
          )
        response.writeContinue()
        server.emit('request', request, response)
      })
    },
  }

  function refuseBody({ socket }: IncomingMessage, response: ServerResponse, refusal: ApiError): void {
    closeAfterResponse(socket)
    const { status, headers, body } = answerOf(refusal, refusals)
    response.writeHead(status, headers).end(body)
  }
}

function refuseConnection(error: ConnectionError, socket: BusySocket, refusals: SocketErrorOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The parser reports the same error again for each further packet.
  if (!closeAfterResponse(socket)) return
  const refusal = refusalOf(error, refusals.limits)
  afterAnswers(socket, () => write(socket, answerOf(refusal, refusals)))
}

/** Waits for the responses to complete requests; one of them may close the connection. */
function afterAnswers(socket: BusySocket, say: () => void): void {
  const underWay = socket._httpMessage
  if (underWay && (underWay.headersSent || underWay.req.complete))
    underWay.once('close', () => afterAnswers(socket, say))
  else say()
}

function refusalOf(error: ConnectionError, limits: MessageLimits): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      if (isInFirstLine(error)) {
        return new ApiError('uri_too_long', `The URL must have at most ${limits.urlBytes} bytes.`)
      }
      return new ApiError('headers_too_large', `The headers must have at most ${limits.headerBytes} bytes.`)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', 'The request did not arrive in time.')
    default:
      return new ApiError('bad_request', 'The HTTP message is malformed.')
  }
}

/** Whether the parser stopped before the first header; the packet may contain earlier messages. */
function isInFirstLine({ rawPacket, bytesParsed }: ConnectionError): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false
  const read = rawPacket.toString('latin1', 0, Number(bytesParsed))
  return !read.slice(read.lastIndexOf('\r\n\r\n') + 4).includes('\r\n')
}

interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The last response of its connection. */
function answerOf(refusal: ApiError, { url, headers, log }: SocketErrorOptions): RawResponse {
  const { code, status } = refusal
  const body = JSON.stringify(errorBody(refusal, url))
  const requestId = uuidV7()
  log({ requestId, status, code })
  const own = {
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  return { status, headers: { ...headers, ...errorHeaders(code), ...own }, body }
}

function write(socket: Duplex, { status, headers, body }: RawResponse): void {
  if (!socket.writable) return
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
