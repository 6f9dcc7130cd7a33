/** Addresses that tokens and messages may be sent to: with TLS, or on this machine. */
import { parseUrl } from './parse-url.ts'

/** Null if the text is not an absolute URL, or is one without TLS beyond this machine. */
export function parseSecureUrl(text: string): URL | null {
  const url = parseUrl(text, /^(?:http|ws)s?:$/)
  return url === null || /^(?:https|wss):$/.test(url.protocol) || isLocalHost(url.hostname) ? url : null
}

/** `localhost`, its subdomains and the loopback addresses that browsers trust without TLS. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
