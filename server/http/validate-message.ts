/** Validates a message before routing; each rule prevents request smuggling or overload. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '@careatlas/contract/errors'
import type { MessageLimits } from './message-limits.ts'
import { allowedMethods } from './response-headers.ts'

/** The server rejects a body with these methods, as RFC 9110, section 9.3.1, permits. */
const methodsWithoutBody = new Set<string>([...allowedMethods.GET, 'TRACE'])

/** `bad_request`, `uri_too_long` or `unsupported_media_type` for an invalid message; null for a valid one. */
export function validateMessage(message: IncomingMessage, limits: MessageLimits): ApiError | null {
  if ((message.url ?? '').length > limits.urlBytes) {
    return new ApiError('uri_too_long', `The URL must have at most ${limits.urlBytes} bytes.`)
  }
  return validateHost(message) ?? (hasBody(message) ? validateBody(message) : null)
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Node uses the first of several Host headers; a proxy may have used the last one (RFC 9112, section 3.2). */
function validateHost(message: IncomingMessage): ApiError | null {
  const count = headerCount(message, 'host')
  if (count > 1 || (count === 0 && message.httpVersion !== '1.0')) {
    return new ApiError('bad_request', `Host must be sent once; got ${count}.`)
  }
  if (!/^([A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/.test(message.headers.host ?? '')) {
    return new ApiError('bad_request', 'Host must be a host name or an IP address, with or without a port.')
  }
  return null
}

function validateBody(message: IncomingMessage): ApiError | null {
  if (methodsWithoutBody.has(message.method ?? '')) {
    return new ApiError('bad_request', `A ${message.method} request must not have a body.`)
  }
  if ((message.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    return new ApiError('bad_request', 'Transfer-Encoding must be chunked.')
  }
  if ((message.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return new ApiError('unsupported_media_type', 'The request body must not be compressed.')
  }
  if (/;\s*charset\s*=(?!\s*"?utf-8\b)/i.test(message.headers['content-type'] ?? '')) {
    return new ApiError('unsupported_media_type', 'The request body must be in UTF-8.')
  }
  return null
}

/** How many times the header `name` (lower case) was sent. */
export function headerCount({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}
