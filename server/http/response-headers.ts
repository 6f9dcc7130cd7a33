/** The headers that do not depend on what is found: of every response, of a preflight, of an error. */
import type { ErrorCode } from '@careatlas/contract/errors'

/** Any web page may read the directory with a key of its user: no cookies, no credentials, so `*` gives nothing away. */
const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset, Link, WWW-Authenticate',
}

/** What pages that belong to somebody leave out. */
export const crossOriginHeaders = Object.keys(anyOrigin)

export const defaultHeaders = {
  ...anyOrigin,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
}

/** Where the public address is https a browser never asks by http again (RFC 6797): for a year. */
export const hstsHeader = { 'strict-transport-security': 'max-age=31536000' }

/** What an address answers that is there to be read, and one that is there to change something. */
export const answeredMethods = {
  GET: ['GET', 'HEAD', 'OPTIONS'],
  POST: ['POST', 'OPTIONS'],
} as const

/** The answer to OPTIONS, and so to a browser that asks before it sends `Authorization`. */
export const preflight = {
  'access-control-allow-headers':
    'Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, X-Request-Id',
  'access-control-max-age': '7200',
}

export const jsonType = 'application/json; charset=utf-8'

/** What an error of this code must say besides its body. */
export function errorHeaders(code: ErrorCode): Readonly<Record<string, string>> {
  return headersByCode[code] ?? {}
}

const headersByCode: { readonly [Code in ErrorCode]?: Readonly<Record<string, string>> } = {
  missing_credentials: { 'www-authenticate': 'Bearer' },
  invalid_credentials: { 'www-authenticate': 'Bearer error="invalid_token"' },
  insufficient_scope: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  method_not_allowed: { allow: answeredMethods.GET.join(', ') },
  unavailable: { 'retry-after': '5' },
}
