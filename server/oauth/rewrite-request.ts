/** A request once more, with another address or body: what stands behind reads it as if it came like that. */
import { IncomingMessage } from 'node:http'

export interface RewrittenRequest {
  /** Where the service is, as the public knows it. */
  readonly issuer: string
  /** Path and query: another scheme and host would be believed. */
  readonly url: string
  readonly body?: string
  /** Names of cookies that are left out. */
  readonly withoutCookies?: readonly string[]
}

/** Whatever the request says of its host and of proxies is replaced by what is true. */
export function rewriteRequest(message: IncomingMessage, replay: RewrittenRequest): IncomingMessage {
  const { protocol, host } = new URL(replay.issuer)
  const again = new IncomingMessage(message.socket)
  again.httpVersion = message.httpVersion
  again.httpVersionMajor = message.httpVersionMajor
  again.httpVersionMinor = message.httpVersionMinor
  // Node leaves out the body of an answer to HEAD.
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
