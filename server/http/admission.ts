/** What a message must be before anyone looks at its address; each rule closes a way to smuggle or to overload. */
import type { IncomingMessage } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { MessageLimits } from './message-limits.ts'
import { answeredMethods } from './response-headers.ts'

/** Methods whose messages have no body here (RFC 9110, section 9.3.1, lets a server refuse one). */
const bodiless = new Set<string>([...answeredMethods.GET, 'TRACE'])

/** Throws `bad_request`, `uri_too_long` or `unsupported_media_type`. */
export function admit(message: IncomingMessage, limits: MessageLimits): void {
  if ((message.url ?? '').length > limits.urlBytes) {
    throw new DirectoryError('uri_too_long', `The URL must have at most ${limits.urlBytes} bytes.`)
  }
  checkHost(message)
  if (hasBody(message)) checkBody(message)
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** Node keeps the first of several; a proxy in front may have used the last (RFC 9112, section 3.2). */
function checkHost(message: IncomingMessage): void {
  const count = headerCount(message, 'host')
  if (count > 1 || (count === 0 && message.httpVersion !== '1.0')) {
    throw new DirectoryError('bad_request', `Host must be sent once; got ${count}.`)
  }
  if (!/^([A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/.test(message.headers.host ?? '')) {
    throw new DirectoryError(
      'bad_request',
      'Host must be a host name or an IP address, with or without a port.',
    )
  }
}

function checkBody(message: IncomingMessage): void {
  if (bodiless.has(message.method ?? '')) {
    throw new DirectoryError('bad_request', `A ${message.method} request must not have a body.`)
  }
  if ((message.headers['transfer-encoding'] ?? 'chunked') !== 'chunked') {
    throw new DirectoryError('bad_request', 'Transfer-Encoding must be chunked.')
  }
  if ((message.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new DirectoryError('unsupported_media_type', 'The request body must not be compressed.')
  }
}

/** How often the header `name` (lower case) was sent. */
export function headerCount({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header?.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}
