/** The tokens of the built-in authorization server, and the keys that sign them. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { type SigningKey, type SigningKeys, signatureLifetimeMs } from '@careatlas/state/signing-keys'
import { createLocalJWKSet } from 'jose'
import type { CheckAccessToken } from '../access/principal.ts'
import { accessTokenCheck, type PublicKeys } from './access-token.ts'
import { RefreshingCache } from './refreshing-cache.ts'
import { resourceOf } from './resource.ts'

export interface LocalKeys {
  /** The first one signs. */
  readonly signing: readonly SigningKey[]
  readonly verifying: PublicKeys
}

/**
 * A removed key stops working within one second, or within five if the state is unavailable. An unknown key triggers at most one
 * refresh a second.
 */
const times = { maxAgeMs: 1000, staleIfErrorMs: 5000, cooldownMs: 1000 }

/**
 * The keys in the state, which other servers and the operator may change. The object is the same until they do. Rejects as the
 * state does while it is unavailable.
 */
export function localKeys(keys: Pick<SigningKeys, 'load'>): RefreshingCache<LocalKeys> {
  let latest: LocalKeys | null = null
  return new RefreshingCache(async () => {
    const signing = await keys.load()
    if (latest === null || kidsOf(latest.signing) !== kidsOf(signing))
      latest = { signing, verifying: createLocalJWKSet({ keys: signing.map(publicPart) }) }
    return latest
  }, times)
}

function kidsOf(keys: readonly SigningKey[]): string {
  return keys.map(({ kid }) => kid).join()
}

/**
 * Checks the tokens that this service issued for its only resource: at `baseUrl`, or without one at any address, because the
 * signature shows that they are ours.
 */
export function localTokenCheck(
  baseUrl: string | null,
  keys: RefreshingCache<LocalKeys>,
  records: Pick<OAuthRecords, 'isGranted'>,
): CheckAccessToken {
  const rules = {
    audiencesOf: (issuer: string) => (issuer === (baseUrl ?? issuer) ? [resourceOf(issuer)] : null),
    algorithms: ['ES256'],
    lifeMaxSeconds: signatureLifetimeMs / 1000,
    // The clocks of servers that share the state.
    toleranceSeconds: 5,
    isGranted: async ({ [grantClaim]: grantId }: Readonly<Record<string, unknown>>) =>
      typeof grantId === 'string' && records.isGranted(grantId),
  }
  return accessTokenCheck(rules, keys)
}

/** The claim that names the consent behind a token; revoking the consent revokes the token. */
export const grantClaim = 'grant_id'

function publicPart({ kty, crv, x, y, kid, alg, use }: SigningKey) {
  return { kty, crv, x, y, kid, alg, use }
}
