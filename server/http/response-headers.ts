/** Headers that do not depend on the result: of every response, of a preflight response and of each error code. */
import type { ErrorCode } from '@careatlas/contract/errors'
import type { FastifyReply } from 'fastify'

/** Any web page may read the directory with its user's key. `*` is safe because no cookies are involved. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Mcp-Session-Id, Deprecation, Sunset, Link, WWW-Authenticate',
}

/** An `onRequest` hook for pages that are private to a user: no other origin may read them. */
export async function removeCrossOriginHeaders(_request: unknown, reply: FastifyReply): Promise<void> {
  for (const name of Object.keys(corsHeaders)) void reply.removeHeader(name)
}

/** Lets only pages of this origin read the response, instead of all pages; null: no pages. */
export function restrictCrossOrigin(reply: FastifyReply, origin: string | null): void {
  if (origin === null) void reply.removeHeader('access-control-allow-origin')
  else void reply.header('access-control-allow-origin', origin)
}

export const defaultHeaders = {
  ...corsHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
}

/** Tells browsers to use only https for a year (RFC 6797); sent if the public address uses https. */
export const hstsHeader = { 'strict-transport-security': 'max-age=31536000' }

/** The methods of a GET route and of a POST route. */
export const allowedMethods = {
  GET: ['GET', 'HEAD', 'OPTIONS'],
  POST: ['POST', 'OPTIONS'],
} as const

/** For OPTIONS: browsers send a preflight request before `Authorization`. */
export const preflightHeaders = {
  'access-control-allow-headers':
    'Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key, X-Partner-Identifier, X-Request-Id',
  'access-control-max-age': '7200',
}

export const jsonType = 'application/json; charset=utf-8'

/** The additional headers of an error code. */
export function errorHeaders(code: ErrorCode): Readonly<Record<string, string>> {
  return headersByCode[code] ?? {}
}

const headersByCode: { readonly [Code in ErrorCode]?: Readonly<Record<string, string>> } = {
  missing_credentials: { 'www-authenticate': 'Bearer' },
  invalid_credentials: { 'www-authenticate': 'Bearer error="invalid_token"' },
  insufficient_scope: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  method_not_allowed: { allow: allowedMethods.GET.join(', ') },
  upgrade_required: { upgrade: 'websocket', connection: 'close, upgrade' },
  unavailable: { 'retry-after': '5' },
}
