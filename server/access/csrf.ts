/** CSRF protection: a request that changes something must come from a page of this service. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyRequest } from 'fastify'

/** The token in our forms; other sites cannot read it. `secret` is the browser's `visitor` cookie. */
export function csrfToken(pepper: Uint8Array, secret: string): string {
  return createHmac('sha256', pepper).update(`page ${secret}`).digest('base64url')
}

/** The origin of our pages in the browser; forwarded headers count only from trusted proxies. */
export function publicOrigin({ protocol, host }: FastifyRequest, baseUrl: string | null): string {
  return baseUrl ?? `${protocol}://${host}`
}

/** Throws `page_expired`. */
export function verifyCsrf({ headers }: FastifyRequest, sent: unknown, token: string, wanted: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = (origin === undefined || origin === wanted) && (site ?? 'same-origin') === 'same-origin'
  if (isOurs && typeof sent === 'string' && isEqual(sent, token)) return
  throw new ApiError('page_expired', "The form's security token is missing or expired; open the page again.")
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
