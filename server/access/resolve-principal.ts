/** `Authorization: Bearer <key or token>` (RFC 6750) to the principal that it stands for. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '@careatlas/contract/errors'
import type { Keys } from '@careatlas/state/keys'
import type { Audit } from './audit.ts'
import { headerCount } from '../http/validate-message.ts'
import { callerAddress } from './rate-limit/caller-address.ts'
import { enforceLimit } from './rate-limit/enforce-limit.ts'
import type { Limits } from './rate-limit/limits.ts'
import { type Authenticate, directoryScope, keyPrincipal, type Principal } from './principal.ts'
import type { CheckAccessToken } from '../oauth/access-token.ts'

export interface BearerOptions {
  readonly keys: Pick<Keys, 'verify'>
  readonly checkToken: CheckAccessToken
  readonly limits: Limits
  readonly audit: Audit
}

/**
 * Rejects with `missing_credentials`, `unknown_parameter` where they came in the URL, `invalid_credentials`, `insufficient_scope`,
 * `rate_limited`, or `unavailable` where nobody can tell now; no message ever holds what was sent. Only what is refused is counted:
 * whoever has a good key gets in, however many others at the same address have none.
 */
export function bearerOf({ keys, checkToken, limits, audit }: BearerOptions): Authenticate {
  async function principalOf(credential: string, { socket }: IncomingMessage): Promise<Principal | null> {
    // A token is three parts with dots between, and no key has one.
    if (credential.includes('.')) return checkToken(credential)
    const key = await keys.verify(credential, socket)
    return key && keyPrincipal(key)
  }

  return async (request, reply) => {
    const { raw, ip } = request
    if (raw.headers.authorization === undefined)
      throw secretInUrl.test(raw.url ?? '')
        ? new ApiError('unknown_parameter', notInUrl)
        : new ApiError(
            'missing_credentials',
            'Send an API key or an OAuth access token as Authorization: Bearer.',
          )
    const credential = credentialIn(raw)
    const principal = credential === null ? null : await principalOf(credential, raw)
    if (principal?.scopes.includes(directoryScope)) return principal
    // What is too much leaves no line in the log either.
    await enforceLimit(limits, reply, 'failed_credentials', callerAddress(ip))
    const refused = refusalOf(credential, principal)
    audit({ event: 'credentials_refused', request, why: refused.code })
    throw refused
  }
}

/** Names under which others take a key in the query, and what our keys look like. */
const secretInUrl = /[?&](?:api[-_]?key|key|(?:access[-_]?)?token|authorization)=|_sk_/i
const notInUrl =
  'A key or token does not belong in the URL, which many programs keep; send it as Authorization: Bearer, and revoke this one.'

const form = 'Authorization must be sent once: Bearer, a space and an API key or an access token.'
const notGood = 'The API key or access token is unknown, malformed, expired, revoked or not for this service.'

function refusalOf(credential: string | null, principal: Principal | null): ApiError {
  if (principal !== null)
    return new ApiError('insufficient_scope', `The access token lacks the scope ${directoryScope}.`)
  return new ApiError('invalid_credentials', credential === null ? form : notGood)
}

/** Null unless there is one header, of the form that it must have. */
function credentialIn(message: IncomingMessage): string | null {
  if (headerCount(message, 'authorization') > 1) return null
  const [, credential = null] = /^Bearer +(\S+)$/i.exec(message.headers.authorization ?? '') ?? []
  return credential
}
