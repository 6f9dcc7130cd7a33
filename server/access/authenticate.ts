/** Authenticates a Fastify request: resolves its principal, logs rejected credentials and sets the rate limit headers. */
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerCount } from '../http/validate-message.ts'
import type { Audit } from './audit.ts'
import type { Principal } from './principal.ts'
import { setRateLimitHeaders } from './rate-limit/rate-limit-headers.ts'
import type { ResolvePrincipal } from './resolve-principal.ts'

/** Rejects with an error of `ResolvePrincipal`, or with `unknown_parameter` if the URL contains a credential. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

export function createAuthenticator(resolvePrincipal: ResolvePrincipal, audit: Audit): Authenticate {
  return async (request, reply) => {
    const { raw, ip } = request
    const isRepeated = headerCount(raw, 'authorization') > 1
    const authorization = isRepeated ? null : raw.headers.authorization
    const resolved = await resolvePrincipal({ authorization, connection: raw.socket, ip })
    if ('caller' in resolved) return resolved
    const { error, metered } = resolved
    if (metered !== null) setRateLimitHeaders(reply, metered)
    // Requests beyond the limit are not logged, so that a flood does not fill the log.
    if (isAudited(error)) audit({ event: 'credentials_refused', request, why: error.code })
    if (error.code === 'missing_credentials' && secretInUrlPattern.test(raw.url ?? ''))
      throw new ApiError('unknown_parameter', secretInUrlMessage)
    throw error
  }
}

function isAudited({ code }: ApiError): boolean {
  return code === 'invalid_credentials' || code === 'insufficient_scope'
}

/** Query parameters in which clients send keys to other services, and the marker of our keys. */
const secretInUrlPattern = /[?&](?:api[-_]?key|key|(?:access[-_]?)?token|authorization)=|_sk_/i
const secretInUrlMessage =
  'Do not send a key or token in the URL: many servers and browsers log URLs. Send it as Authorization: Bearer, and revoke this one.'
