/** Whether a request that changes something comes from a page of ours, and not from another that a signed-in browser has open. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyRequest } from 'fastify'

/** The token that our pages send along: nobody has it who cannot read them. `secret` is that of the browser's cookie. */
export function csrfToken(pepper: Uint8Array, secret: string): string {
  return createHmac('sha256', pepper).update(`page ${secret}`).digest('base64url')
}

/** The origin of our pages, as the browser knows it; what a proxy says of that is believed of trusted ones alone. */
export function publicOrigin({ protocol, host }: FastifyRequest, baseUrl: string | null): string {
  return baseUrl ?? `${protocol}://${host}`
}

/** Throws `page_expired`. */
export function verifyCsrf({ headers }: FastifyRequest, sent: unknown, token: string, wanted: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = (origin === undefined || origin === wanted) && (site ?? 'same-origin') === 'same-origin'
  if (isOurs && typeof sent === 'string' && isEqual(sent, token)) return
  throw new ApiError('page_expired', 'This must be sent from the page itself; open it again.')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
