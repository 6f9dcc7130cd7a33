/** The tokens of the built-in authorization server, and the keys that sign them. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { type SigningKey, type SigningKeys, signatureLifetimeMs } from '@careatlas/state/signing-keys'
import { createLocalJWKSet } from 'jose'
import type { CheckAccessToken } from '../access/principal.ts'
import { createAccessTokenCheck, type PublicKeyResolver } from './access-token.ts'
import { RefreshingCache } from './refreshing-cache.ts'
import { resourceOf } from './resource.ts'

export interface LocalKeys {
  /** The first key signs. */
  readonly signingKeys: readonly SigningKey[]
  readonly publicKeys: PublicKeyResolver
}

/**
 * A removed key stops working within one second, or within five if the state is unavailable. Tokens with unknown keys trigger at most
 * one refresh a second.
 */
const cacheTimes = { maxAgeMs: 1000, staleIfErrorMs: 5000, cooldownMs: 1000 }

/**
 * Caches the keys in the state, which other servers and the operator may change. The cached object is replaced only when they do.
 * Rejects with the errors of the state while it is unavailable.
 */
export function createSigningKeyCache(keys: Pick<SigningKeys, 'load'>): RefreshingCache<LocalKeys> {
  let latest: LocalKeys | null = null
  return new RefreshingCache(async () => {
    const signingKeys = await keys.load()
    if (latest === null || joinKeyIds(latest.signingKeys) !== joinKeyIds(signingKeys))
      latest = { signingKeys, publicKeys: createLocalJWKSet({ keys: signingKeys.map(toPublicKey) }) }
    return latest
  }, cacheTimes)
}

function joinKeyIds(keys: readonly SigningKey[]): string {
  return keys.map(({ kid }) => kid).join()
}

/**
 * Checks the tokens that this service issued for its only resource. Without `baseUrl` it accepts any address as the issuer, because the
 * signature proves that the token is ours.
 */
export function createLocalTokenCheck(
  baseUrl: string | null,
  keys: RefreshingCache<LocalKeys>,
  records: Pick<OAuthRecords, 'isGrantValid'>,
): CheckAccessToken {
  const rules = {
    audiencesOf: (issuer: string) => (issuer === (baseUrl ?? issuer) ? [resourceOf(issuer)] : null),
    algorithms: ['ES256'],
    lifetimeMaxSeconds: signatureLifetimeMs / 1000,
    // Allows for the clocks of other servers with the same state.
    clockToleranceSeconds: 5,
    isGrantValid: async ({ [grantClaim]: grantId }: Readonly<Record<string, unknown>>) =>
      typeof grantId === 'string' && records.isGrantValid(grantId),
  }
  return createAccessTokenCheck(rules, keys)
}

/** The claim that names the consent behind a token; revoking the consent revokes the token. */
export const grantClaim = 'grant_id'

function toPublicKey({ kty, crv, x, y, kid, alg, use }: SigningKey) {
  return { kty, crv, x, y, kid, alg, use }
}
