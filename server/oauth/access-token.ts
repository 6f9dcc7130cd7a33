/** Verifies access tokens (RFC 9068): signature, issuer, audience and lifetime. */
import { createLocalJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { type CheckAccessToken, type Principal, tokenPrincipal } from '../access/principal.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** Finds the public key of a token. */
export type PublicKeys = ReturnType<typeof createLocalJWKSet>

/** The tokens to accept. */
export interface TokenRules {
  /** The accepted audiences of tokens of an issuer; null if none of its tokens is accepted. */
  readonly audiencesOf: (issuer: string) => readonly string[] | null
  readonly algorithms: readonly string[]
  /** From `iat`, even if `exp` is later. */
  readonly lifeMaxSeconds: number
  /** The tolerated clock difference. */
  readonly toleranceSeconds: number
  /** Whether the user's consent is still valid. */
  readonly isGranted: (claims: JWTPayload) => Promise<boolean>
}

/** Longer tokens are rejected unread; ours have about 700 characters. */
const lengthMax = 4096

interface Found {
  readonly principal: Principal
  readonly claims: JWTPayload
}

/** The check rejects as `keys` and `isGranted` do. */
export function accessTokenCheck(
  rule: TokenRules,
  keys: RefreshingCache<{ readonly verifying: PublicKeys }>,
): CheckAccessToken {
  const verified = new VerifiedTokens<Found>()

  /** Caches the result together with the keys, because the keys may change meanwhile. */
  async function verifyWith(verifying: PublicKeys, token: string): Promise<Found | null> {
    const claims = await claimsOf(token, verifying, rule)
    const principal = claims === null ? null : principalOf(claims)
    if (claims === null || principal === null) return null
    const { exp = 0, iat = 0 } = claims
    const found = { principal, claims }
    verified.keep(token, { found, keys: verifying, expiresAt: Math.min(exp, iat + rule.lifeMaxSeconds) })
    return found
  }

  async function verify(verifying: PublicKeys, token: string): Promise<Found | null> {
    try {
      return await verifyWith(verifying, token).catch(async (error: unknown) => {
        if (!isOfOtherKeys(error)) throw error
        return verifyWith((await keys.reload()).verifying, token)
      })
    } catch (error) {
      if (error instanceof errors.JOSEError || isUselessKey(error)) return null
      throw error
    }
  }

  return async (token) => {
    if (token.length > lengthMax) return null
    const { verifying } = await keys.get()
    const found = verified.find(token, verifying) ?? (await verify(verifying, token))
    return found !== null && (await rule.isGranted(found.claims)) ? found.principal : null
  }
}

async function claimsOf(
  token: string,
  verifying: PublicKeys,
  { audiencesOf, algorithms, lifeMaxSeconds, toleranceSeconds }: TokenRules,
): Promise<JWTPayload | null> {
  const { iss } = decodeJwt(token)
  const audiences = typeof iss === 'string' ? audiencesOf(iss) : null
  if (audiences === null) return null
  const { payload } = await jwtVerify(token, verifying, {
    audience: [...audiences],
    algorithms: [...algorithms],
    typ: 'at+jwt',
    requiredClaims: ['exp', 'iat', 'sub', 'client_id'],
    maxTokenAge: lifeMaxSeconds,
    clockTolerance: toleranceSeconds,
  })
  return payload
}

function principalOf({ sub, client_id, scope }: JWTPayload): Principal | null {
  if (typeof sub !== 'string' || typeof client_id !== 'string') return null
  return tokenPrincipal(sub, typeof scope === 'string' ? scope.split(' ') : [])
}

/** The token may be signed with a key that was published later, possibly under a reused `kid`. */
function isOfOtherKeys(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
}

/** The published key is malformed or too short. */
function isUselessKey(error: unknown): boolean {
  return error instanceof DOMException || error instanceof TypeError
}
