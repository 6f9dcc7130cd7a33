/** Copies a request with another URL or body, for oidc-provider. */
import { IncomingMessage } from 'node:http'

export interface RewriteOptions {
  /** The public address of the service. */
  readonly issuer: string
  /** Path and query only: oidc-provider would trust a scheme and a host. */
  readonly url: string
  readonly body?: string
  /** Cookies to remove, by name. */
  readonly withoutCookies?: readonly string[]
}

/** Replaces the host and the forwarded headers of the client. */
export function rewriteRequest(message: IncomingMessage, options: RewriteOptions): IncomingMessage {
  const { protocol, host } = new URL(options.issuer)
  const copy = new IncomingMessage(message.socket)
  copy.httpVersion = message.httpVersion
  copy.httpVersionMajor = message.httpVersionMajor
  copy.httpVersionMinor = message.httpVersionMinor
  // oidc-provider gets HEAD as GET; Node omits the body of the response.
  copy.method = message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET')
  copy.url = options.url
  copy.headers = {
    ...message.headers,
    cookie: removeCookies(message.headers.cookie ?? '', options.withoutCookies ?? []),
    // All requests with a body are those of clients, which get JSON (RFC 6749, section 5.2), not the error pages of browsers.
    ...(message.method === 'POST' && { accept: 'application/json' }),
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  }
  delete copy.headers['transfer-encoding']
  delete copy.headers['content-length']
  if (options.body !== undefined) {
    copy.headers['content-length'] = String(Buffer.byteLength(options.body))
    copy.push(options.body)
  }
  copy.push(null)
  copy.complete = true
  return copy
}

function removeCookies(cookies: string, names: readonly string[]): string {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !names.includes(pair.split('=', 1)[0] ?? ''))
    .join('; ')
}
