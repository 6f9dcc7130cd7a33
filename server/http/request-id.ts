/** The id that connects a response with its log line: that of the client if well-formed, otherwise a UUIDv7 (RFC 9562). */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(sent) ? sent : uuidV7()
}

/** 48 bits of milliseconds, then the random bits and the variant of a UUIDv4. */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
