/** Verifies tokens with a cached key set, which may lack the newest key of the issuer. */
import { type createLocalJWKSet, errors } from 'jose'
import type { RefreshingCache } from '../refreshing-cache.ts'

/** Finds the public key that a token names. */
export type PublicKeyResolver = ReturnType<typeof createLocalJWKSet>

/** Keys of one issuer. */
export type KeyCache = RefreshingCache<{ readonly publicKeys: PublicKeyResolver }>

/**
 * Verifies with the cached keys; if the token was signed with an unknown key, loads the keys again and repeats the verification.
 * Rejects with the errors of `verify` (see `isInvalidTokenError`), or of `keys` if none are available.
 */
export async function verifyWithKeys<Result>(
  keys: KeyCache,
  verify: (publicKeys: PublicKeyResolver) => Promise<Result>,
): Promise<Result> {
  const { publicKeys } = await keys.get()
  return verify(publicKeys).catch(async (error: unknown) => {
    if (!isUnknownKeyError(error)) throw error
    return verify((await keys.reload()).publicKeys)
  })
}

/** Whether a verification failed because of the token or of the key that it names, and not because of this server. */
export function isInvalidTokenError(error: unknown): boolean {
  return error instanceof errors.JOSEError || isInvalidKeyError(error)
}

/** The token may be signed with a key that was published later, possibly under a reused `kid`. */
function isUnknownKeyError(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
}

/** The published key is malformed or too short. */
function isInvalidKeyError(error: unknown): boolean {
  return error instanceof DOMException || error instanceof TypeError
}
