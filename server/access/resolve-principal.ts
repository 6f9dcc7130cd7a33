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

export interface CredentialRejection {
  readonly error: ApiError
  /** The usage of the limit on failed credentials; null if the request was not counted. */
  readonly metered: Metered | null
}

/**
 * Returns the principal, or a rejection with `missing_credentials`, `invalid_credentials`, `insufficient_scope` or `rate_limited`.
 * The promise rejects with `unavailable` if the credentials cannot be checked now. No message contains what the client sent. Only
 * rejections are counted: a valid key works even if other clients at the same address exceed the limit.
 */
export type ResolvePrincipal = (credentials: Credentials) => Promise<Principal | CredentialRejection>

export function createPrincipalResolver({ keys, checkToken, limits }: ResolverOptions): ResolvePrincipal {
  async function lookUp(credential: string, connection: object): Promise<Principal | null> {
    // A token is three parts separated by dots; a key contains no dot.
    if (credential.includes('.')) return checkToken(credential)
    const key = await keys.verify(credential, connection)
    return key && keyPrincipal(key)
  }

  async function reject(error: ApiError, ip: string): Promise<CredentialRejection> {
    try {
      return { error, metered: await limits.take('failed_credentials', callerAddress(ip)) }
    } catch (limitError) {
      if (limitError instanceof RateLimitError) return { error: limitError, metered: limitError }
      throw limitError
    }
  }

  return async ({ authorization, connection, ip }) => {
    if (authorization === undefined)
      return { error: new ApiError('missing_credentials', missingMessage), metered: null }
    const [, credential] = bearerPattern.exec(authorization ?? '') ?? []
    if (credential === undefined) return reject(new ApiError('invalid_credentials', malformedMessage), ip)
    const principal = await lookUp(credential, connection)
    if (principal === null) return reject(new ApiError('invalid_credentials', invalidMessage), ip)
    if (principal.scopes.includes(directoryScope)) return principal
    return reject(new ApiError('insufficient_scope', insufficientMessage), ip)
  }
}

const bearerPattern = /^Bearer +(\S+)$/i

const missingMessage = 'Send an API key or an OAuth access token as Authorization: Bearer.'
const malformedMessage = 'Authorization must be sent once: Bearer, a space and an API key or an access token.'
const invalidMessage =
  'The API key or access token is unknown, malformed, expired, revoked or not for this service.'
const insufficientMessage = `The access token lacks the scope ${directoryScope}.`
