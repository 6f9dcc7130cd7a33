/** The id that links a response to its log line: the client's `X-Request-Id` if it is well-formed, otherwise a UUIDv7 (RFC 9562). */
import type { IncomingMessage } from 'node:http'
import { uuidV7 } from '@careatlas/contract/uuid-v7'

export function resolveRequestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(sent) ? sent : uuidV7()
}
