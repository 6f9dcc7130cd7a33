/** Verifies access tokens (RFC 9068): signature, issuer, audience and lifetime. */
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import { type CheckAccessToken, type Principal, tokenPrincipal } from '../access/principal.ts'
import { tokenLengthMax } from '../access/tokens/compact-token.ts'
import {
  isInvalidTokenError,
  type KeyCache,
  type PublicKeyResolver,
  verifyWithKeys,
} from '../access/tokens/verify-with-keys.ts'
import { VerifiedTokens } from './verified-tokens.ts'

/** The tokens that a check accepts. */
export interface TokenRules {
  /** The accepted audiences of tokens of an issuer; null if none of its tokens is accepted. */
  readonly audiencesOf: (issuer: string) => readonly string[] | null
  readonly algorithms: readonly string[]
  /** The maximum age since `iat`, even if `exp` is later. */
  readonly lifetimeMaxSeconds: number
  readonly clockToleranceSeconds: number
  /** Whether the user's consent is still valid. */
  readonly isGrantValid: (claims: JWTPayload) => Promise<boolean>
}

interface VerifiedToken {
  readonly principal: Principal
  readonly claims: JWTPayload
}

/** Creates a check, which rejects with the errors of `keys` and `isGrantValid`. */
export function createAccessTokenCheck(rules: TokenRules, keys: KeyCache): CheckAccessToken {
  const verified = new VerifiedTokens<VerifiedToken>()

  /** Caches the result together with the keys, because the keys may change during the verification. */
  async function verifyWith(publicKeys: PublicKeyResolver, token: string): Promise<VerifiedToken | null> {
    const claims = await verifyClaims(token, publicKeys, rules)
    const principal = claims === null ? null : toPrincipal(claims)
    if (claims === null || principal === null) return null
    const { exp = 0, iat = 0 } = claims
    const result = { principal, claims }
    verified.add(token, {
      result,
      keys: publicKeys,
      expiresAtSeconds: Math.min(exp, iat + rules.lifetimeMaxSeconds),
    })
    return result
  }

  async function verify(token: string): Promise<VerifiedToken | null> {
    try {
      return await verifyWithKeys(keys, (publicKeys) => verifyWith(publicKeys, token))
    } catch (error) {
      if (isInvalidTokenError(error)) return null
      throw error
    }
  }

  return async (token) => {
    if (token.length > tokenLengthMax) return null
    const { publicKeys } = await keys.get()
    const result = verified.find(token, publicKeys) ?? (await verify(token))
    return result !== null && (await rules.isGrantValid(result.claims)) ? result.principal : null
  }
}

async function verifyClaims(
  token: string,
  publicKeys: PublicKeyResolver,
  { audiencesOf, algorithms, lifetimeMaxSeconds, clockToleranceSeconds }: TokenRules,
): Promise<JWTPayload | null> {
  const { iss } = decodeJwt(token)
  const audiences = typeof iss === 'string' ? audiencesOf(iss) : null
  if (audiences === null) return null
  const { payload } = await jwtVerify(token, publicKeys, {
    audience: [...audiences],
    algorithms: [...algorithms],
    typ: 'at+jwt',
    requiredClaims: ['exp', 'iat', 'sub', 'client_id'],
    maxTokenAge: lifetimeMaxSeconds,
    clockTolerance: clockToleranceSeconds,
  })
  return payload
}

function toPrincipal({ sub, client_id, scope }: JWTPayload): Principal | null {
  if (typeof sub !== 'string' || typeof client_id !== 'string') return null
  return tokenPrincipal(sub, typeof scope === 'string' ? scope.split(' ') : [])
}
