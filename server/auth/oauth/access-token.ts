/** Access tokens (RFC 9068), checked with the public part of our own keys: a signature, and no look at the state. */
import { DirectoryError } from '@careatlas/contract/errors'
import type { SigningKey } from '@careatlas/state/signing-keys'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { directoryScope, resourceOf } from './resource.ts'

/** Who sent a request with a token. */
export interface TokenBearer {
  readonly accountId: string
  readonly clientId: string
}

/** Rejects with `invalid_credentials`, whatever is wrong, and with `insufficient_scope`. */
export type CheckAccessToken = (token: string) => Promise<TokenBearer>

/** For tokens that the server at `issuer`, known when the first request comes, made for its one resource. */
export function accessTokenCheck(issuer: () => string, keys: readonly SigningKey[]): CheckAccessToken {
  const published = createLocalJWKSet({ keys: keys.map(publicPart) })
  const wanted = () => ({
    issuer: issuer(),
    audience: resourceOf(issuer()),
    typ: 'at+jwt',
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub', 'client_id', 'scope'],
  })
  return async (token) => {
    const { payload } = await jwtVerify(token, published, wanted()).catch((error: unknown) => {
      if (!(error instanceof errors.JOSEError)) throw error
      throw new DirectoryError(
        'invalid_credentials',
        'The access token is malformed, expired or not for this service.',
      )
    })
    const scopes = String(payload['scope']).split(' ')
    if (!scopes.includes(directoryScope))
      throw new DirectoryError('insufficient_scope', `The access token lacks the scope ${directoryScope}.`)
    return { accountId: String(payload.sub), clientId: String(payload['client_id']) }
  }
}

function publicPart({ kty, crv, x, y, kid, alg, use }: SigningKey) {
  return { kty, crv, x, y, kid, alg, use }
}
