/** Verifies the ID tokens of a partner's identity provider (OpenID Connect Core 1.0, section 3.1.3.7). */
import { decodeJwt, decodeProtectedHeader, errors, type JWTVerifyResult, jwtVerify } from 'jose'
import { isCompactToken, tokenLengthMax } from '../../access/tokens/compact-token.ts'
import { isInvalidTokenError, type KeyCache, verifyWithKeys } from '../../access/tokens/verify-with-keys.ts'

/** What a partner has registered. */
export interface IdTokenRules {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
}

/** The token is not acceptable; the message says why, for the developer of the page. */
export class IdTokenError extends Error {
  constructor(reason: string) {
    super(`The subject_token ${reason}.`)
    this.name = 'IdTokenError'
  }
}

const ageMaxSeconds = 86_400

/** For the clocks of identity providers. */
const leewaySeconds = 60

/** OpenID Connect Core 1.0, section 2. */
const subjectLengthMax = 255

/**
 * Returns the subject of a valid token. Keys are found only by `kid` in the key set of the issuer; keys and URLs in the header of the
 * token have no effect. Rejects with IdTokenError, or with KeysUnavailableError.
 */
export async function verifyIdToken(token: string, rules: IdTokenRules, keys: KeyCache): Promise<string> {
  if (token.length > tokenLengthMax) throw new IdTokenError(`has more than ${tokenLengthMax} characters`)
  if (!isCompactToken(token)) throw new IdTokenError('is not a signed JWT')
  try {
    checkBeforeKeys(token, rules)
    return readSubject(await verifySignedToken(token, rules, keys))
  } catch (error) {
    if (error instanceof IdTokenError || !isInvalidTokenError(error)) throw error
    throw new IdTokenError(describeProblem(error, rules))
  }
}

/** Checks without the signature, so that the tokens of other issuers cause no request for keys. */
function checkBeforeKeys(token: string, { issuer, algorithms }: IdTokenRules): void {
  const { alg = '', typ = 'JWT' } = decodeProtectedHeader(token)
  if (!algorithms.includes(alg)) throw new IdTokenError(`must be signed with ${algorithms.join(', ')}`)
  // Access tokens and logout tokens have other types (RFC 8725, section 3.11).
  if (!/^(?:application\/)?jwt$/i.test(typ)) throw new IdTokenError('is a token of another type')
  if (decodeJwt(token).iss !== issuer)
    throw new IdTokenError('comes from another issuer than that of the partner')
}

function verifySignedToken(
  token: string,
  { issuer, audiences, algorithms }: IdTokenRules,
  keys: KeyCache,
): Promise<JWTVerifyResult> {
  return verifyWithKeys(keys, (publicKeys) =>
    jwtVerify(token, publicKeys, {
      issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: ageMaxSeconds,
      clockTolerance: leewaySeconds,
    }),
  )
}

function readSubject({ payload: { sub } }: JWTVerifyResult): string {
  const isValid =
    typeof sub === 'string' && sub !== '' && sub.length <= subjectLengthMax && sub.isWellFormed()
  if (!isValid) throw new IdTokenError(`must have a subject of 1 to ${subjectLengthMax} characters`)
  return sub
}

function describeProblem(error: unknown, { audiences }: IdTokenRules): string {
  if (error instanceof errors.JWTExpired)
    return error.claim === 'iat' ? 'was issued more than 24 hours ago' : 'has expired'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return `must have one of the audiences ${audiences.join(', ')}`
  if (error instanceof errors.JWTClaimValidationFailed)
    return `has ${error.reason === 'missing' ? 'no' : 'an invalid'} claim "${error.claim}"`
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'is signed with a key that its issuer does not publish'
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'does not name one of several keys of its issuer (kid)'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'has an invalid signature'
  return 'is not a valid ID token'
}
