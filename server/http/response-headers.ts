/** Headers that every response carries, whatever became of the request. */

/** Any web page may read the directory with a key of its user: no cookies, no credentials, so `*` gives nothing away. */
const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Deprecation, Sunset, Link',
}

export const everyResponse = {
  ...anyOrigin,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
}

/** The answer to a browser that asks before it sends `Authorization`. */
export const preflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
  'access-control-max-age': '7200',
}

export const jsonType = 'application/json; charset=utf-8'

/** What an error of this code must say besides its body. */
export function headersOf(code: string): Readonly<Record<string, string>> {
  switch (code) {
    case 'missing_credentials':
      return { 'www-authenticate': 'Bearer' }
    case 'invalid_credentials':
      return { 'www-authenticate': 'Bearer error="invalid_token"' }
    case 'method_not_allowed':
      return { allow: 'GET, HEAD, OPTIONS' }
    case 'unavailable':
      return { 'retry-after': '5' }
    default:
      return {}
  }
}
