/** Access tokens (RFC 9068): a signature of the issuer, for our resource, in its time. */
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { type CheckAccessToken, type Principal, tokenPrincipal } from '../access/principal.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** What finds the public key of a token. */
export type PublicKeys = ReturnType<typeof createLocalJWKSet>

/** Whose tokens are good, and which of them. */
export interface TokenRules {
  /** Compared letter by letter. */
  readonly issuer: string
  /** Any of the names of the one resource. */
  readonly resources: readonly string[]
  readonly algorithms: readonly string[]
  /** From its beginning, whatever end it names. */
  readonly lifeMaxSeconds: number
  /** How far clocks may differ. */
  readonly toleranceSeconds: number
  /** Whether what the token was made for stands. */
  readonly isGranted: (claims: JWTPayload) => Promise<boolean>
}

/** Longer ones are not looked at; ours have some 700 characters. */
const lengthMax = 4096

interface Found {
  readonly principal: Principal
  readonly claims: JWTPayload
}

/** `rules` are known when the first request comes. The check rejects as `keys` and `isGranted` do. */
export function accessTokenCheck(
  rules: () => TokenRules,
  keys: RefreshingCache<{ readonly verifying: PublicKeys }>,
): CheckAccessToken {
  const verified = new VerifiedTokens<Found>()

  /** Keeps what it found, and with which keys: others may be known by the time. */
  async function verifyWith(verifying: PublicKeys, token: string, rule: TokenRules): Promise<Found | null> {
    const claims = await claimsOf(token, verifying, rule)
    const principal = principalOf(claims)
    if (principal === null) return null
    const { exp = 0, iat = 0 } = claims
    const found = { principal, claims }
    verified.keep(token, { found, keys: verifying, expiresAt: Math.min(exp, iat + rule.lifeMaxSeconds) })
    return found
  }

  async function verify(verifying: PublicKeys, token: string, rule: TokenRules): Promise<Found | null> {
    try {
      return await verifyWith(verifying, token, rule).catch(async (error: unknown) => {
        if (!isOfOtherKeys(error)) throw error
        return verifyWith((await keys.reload()).verifying, token, rule)
      })
    } catch (error) {
      if (error instanceof errors.JOSEError || isUselessKey(error)) return null
      throw error
    }
  }

  return async (token) => {
    if (token.length > lengthMax) return null
    const rule = rules()
    const { verifying } = await keys.get()
    const found = verified.find(token, verifying) ?? (await verify(verifying, token, rule))
    return found !== null && (await rule.isGranted(found.claims)) ? found.principal : null
  }
}

async function claimsOf(
  token: string,
  verifying: PublicKeys,
  { issuer, resources, algorithms, lifeMaxSeconds, toleranceSeconds }: TokenRules,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, verifying, {
    issuer,
    audience: [...resources],
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

/** It may be of a key that is published by now, also under a name that was another's. */
function isOfOtherKeys(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
}

/** What is published under the kid is no key, or a short one. */
function isUselessKey(error: unknown): boolean {
  return error instanceof DOMException || error instanceof TypeError
}
