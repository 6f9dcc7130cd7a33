/** Resolves `Authorization: Bearer <key or token>` (RFC 6750) to a principal, without any HTTP framework. */
import { ApiError } from '@careatlas/contract/errors'
import type { Keys } from '@careatlas/state/keys'
import { type CheckAccessToken, directoryScope, keyPrincipal, type Principal } from './principal.ts'
import { callerAddress } from './rate-limit/caller-address.ts'
import { type Limits, type Metered, RateLimitError } from './rate-limit/limits.ts'

export interface ResolverOptions {
  readonly keys: Pick<Keys, 'verify'>
  readonly checkToken: CheckAccessToken
  readonly limits: Limits
}

export interface Credentials {
  /** The header; undefined if the client sent none, null if it sent several. */
  readonly authorization: string | undefined | null
  /** The socket of the request: a key is looked up once per connection. */
  readonly connection: object
  readonly ip: string
}

export interface Refusal {
  readonly error: ApiError
  /** The limit on failed credentials, if it was counted. */
  readonly metered: Metered | null
}

/**
 * Returns the principal, or a refusal: `missing_credentials`, `invalid_credentials`, `insufficient_scope` or `rate_limited`.
 * Rejects with `unavailable` if the check is impossible now. No message contains what the client sent. Only refusals are counted:
 * a valid key works even if other clients at the same address exceed the limit.
 */
export type ResolvePrincipal = (credentials: Credentials) => Promise<Principal | Refusal>

export function principalResolver({ keys, checkToken, limits }: ResolverOptions): ResolvePrincipal {
  async function lookUp(credential: string, connection: object): Promise<Principal | null> {
    // A token is three parts with dots between; no key contains a dot.
    if (credential.includes('.')) return checkToken(credential)
    const key = await keys.verify(credential, connection)
    return key && keyPrincipal(key)
  }

  async function refuse(error: ApiError, ip: string): Promise<Refusal> {
    try {
      return { error, metered: await limits.take('failed_credentials', callerAddress(ip)) }
    } catch (tooMany) {
      if (tooMany instanceof RateLimitError) return { error: tooMany, metered: tooMany }
      throw tooMany
    }
  }

  return async ({ authorization, connection, ip }) => {
    if (authorization === undefined)
      return { error: new ApiError('missing_credentials', missing), metered: null }
    const [, credential] = bearer.exec(authorization ?? '') ?? []
    if (credential === undefined) return refuse(new ApiError('invalid_credentials', malformed), ip)
    const principal = await lookUp(credential, connection)
    if (principal === null) return refuse(new ApiError('invalid_credentials', invalid), ip)
    if (principal.scopes.includes(directoryScope)) return principal
    return refuse(new ApiError('insufficient_scope', insufficient), ip)
  }
}

const bearer = /^Bearer +(\S+)$/i

const missing = 'Send an API key or an OAuth access token as Authorization: Bearer.'
const malformed = 'Authorization must be sent once: Bearer, a space and an API key or an access token.'
const invalid = 'The API key or access token is unknown, malformed, expired, revoked or not for this service.'
const insufficient = `The access token lacks the scope ${directoryScope}.`
