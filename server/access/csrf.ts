/** CSRF protection: a request with side effects must come from a page of this service. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyRequest } from 'fastify'

/** The token in the forms of our pages, which other sites cannot read. `secret` is the browser's `visitor` cookie. */
export function csrfToken(pepper: Uint8Array, secret: string): string {
  return createHmac('sha256', pepper).update(`page ${secret}`).digest('base64url')
}

/** The origin of our pages in the browser. Without `baseUrl`, it is that of the request; forwarded headers count only from trusted proxies. */
export function publicOrigin({ protocol, host }: FastifyRequest, baseUrl: string | null): string {
  return baseUrl ?? `${protocol}://${host}`
}

/** Throws `page_expired` unless the request comes from `expectedOrigin` and contains `token`. */
export function verifyCsrf(
  { headers }: FastifyRequest,
  sentToken: unknown,
  token: string,
  expectedOrigin: string,
): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isSameOrigin =
    (origin === undefined || origin === expectedOrigin) && (site ?? 'same-origin') === 'same-origin'
  if (isSameOrigin && typeof sentToken === 'string' && isEqual(sentToken, token)) return
  throw new ApiError('page_expired', "The form's security token is missing or expired; open the page again.")
}

function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
