/** Copies a request with another URL or body, for oidc-provider. */
import { IncomingMessage } from 'node:http'

export interface RewrittenRequest {
  /** The public address of the service. */
  readonly issuer: string
  /** Path and query only, because oidc-provider would use a scheme and a host. */
  readonly url: string
  readonly body?: string
  /** Cookies to remove, by name. */
  readonly withoutCookies?: readonly string[]
}

/** Replaces the host and the forwarded headers of the client. */
export function rewriteRequest(message: IncomingMessage, replay: RewrittenRequest): IncomingMessage {
  const { protocol, host } = new URL(replay.issuer)
  const again = new IncomingMessage(message.socket)
  again.httpVersion = message.httpVersion
  again.httpVersionMajor = message.httpVersionMajor
  again.httpVersionMinor = message.httpVersionMinor
  // Node omits the body of a response to HEAD.
  again.method = message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET')
  again.url = replay.url
  again.headers = {
    ...message.headers,
    cookie: cookiesLeft(message.headers.cookie ?? '', replay.withoutCookies ?? []),
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  }
  delete again.headers['transfer-encoding']
  delete again.headers['content-length']
  if (replay.body !== undefined) {
    again.headers['content-length'] = String(Buffer.byteLength(replay.body))
    again.push(replay.body)
  }
  again.push(null)
  again.complete = true
  return again
}

function cookiesLeft(cookies: string, without: readonly string[]): string {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !without.includes(pair.split('=', 1)[0] ?? ''))
    .join('; ')
}
