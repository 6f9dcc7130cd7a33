/** Refusals below the framework, where there is no request yet: a parser error, a slow sender, CONNECT, Expect. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { DirectoryError, type ErrorCode } from '@careatlas/contract/errors'
import { errorBody } from '@careatlas/contract/error-body'
import type { MessageLimits } from './message-limits.ts'
import { uuidV7 } from './request-id.ts'
import { everyResponse, headersOf, jsonType } from './response-headers.ts'

export interface RawRefusals {
  readonly limits: MessageLimits
  readonly docsUrl: () => string
  readonly log: (refusal: {
    readonly requestId: string
    readonly status: number
    readonly code: ErrorCode
  }) => void
}

/** Node's own error of the parser or of the connection timer. */
interface ConnectionError extends Error {
  readonly code?: unknown
  /** The bytes that the parser was fed last. */
  readonly rawPacket?: unknown
}

/** The response that a socket is busy with; Node's default handler looks at the same property. */
interface BusySocket extends Duplex {
  readonly _httpMessage?: ServerResponse | null
}

/** Answers every failure of `server` below the framework; `clientErrors` goes where the framework wants it. */
export function rawRefusals(refusals: RawRefusals) {
  return {
    clientErrors: (error: ConnectionError, socket: Duplex) => refuseConnection(error, socket, refusals),
    listen(server: Server): void {
      server.on('connect', (_request, socket: Duplex) => {
        write(
          socket,
          new DirectoryError('method_not_allowed', 'CONNECT is not allowed here; use GET.'),
          refusals,
        )
      })
      server.on('checkExpectation', (request: IncomingMessage) => {
        write(
          request.socket,
          new DirectoryError('expectation_failed', 'Expect must be 100-continue.'),
          refusals,
        )
      })
    },
  }
}

/** Sockets that were answered already: the parser reports the same failure again with each further packet. */
const refused = new WeakSet<Duplex>()

function refuseConnection(error: ConnectionError, socket: BusySocket, refusals: RawRefusals): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (refused.has(socket)) return
  refused.add(socket)
  const answer = () => write(socket, refusalOf(error, refusals.limits), refusals)
  const underWay = socket._httpMessage
  // The answer to a whole request goes out first; if it closes the connection, there is nothing more to say.
  if (underWay && (underWay.headersSent || underWay.req.complete)) underWay.once('close', answer)
  else answer()
}

function refusalOf({ code, rawPacket }: ConnectionError, limits: MessageLimits): DirectoryError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      if (Buffer.isBuffer(rawPacket) && !rawPacket.subarray(0, limits.urlBytes).includes('\r\n')) {
        return new DirectoryError('uri_too_long', `The URL must have at most ${limits.urlBytes} bytes.`)
      }
      return new DirectoryError(
        'headers_too_large',
        `The headers must have at most ${limits.headerBytes} bytes.`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DirectoryError('request_timeout', 'The request did not arrive in time.')
    default:
      return new DirectoryError('bad_request', 'The HTTP message is malformed.')
  }
}

function write(socket: Duplex, refusal: DirectoryError, refusals: RawRefusals): void {
  if (!socket.writable) return
  const body = JSON.stringify(errorBody(refusal, refusals.docsUrl()))
  const requestId = uuidV7()
  const headers = {
    ...everyResponse,
    ...headersOf(refusal.code),
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
  refusals.log({ requestId, status: refusal.status, code: refusal.code })
}
