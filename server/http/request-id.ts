/** The id that links a response to its log line: the client's `X-Request-Id` if it is well-formed, otherwise a UUIDv7 (RFC 9562). */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export function resolveRequestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(sent) ? sent : uuidV7()
}

/** The last time, and its digits at the start of an id. */
let lastTime = -1
let timeDigits = ''

/** 48 bits of Unix milliseconds, then the variant and the random bits of a UUIDv4. */
export function uuidV7(): string {
  const now = Date.now()
  if (now !== lastTime) timeDigits = formatTime(now)
  lastTime = now
  return timeDigits + randomUUID().slice(15)
}

function formatTime(time: number): string {
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`
}
