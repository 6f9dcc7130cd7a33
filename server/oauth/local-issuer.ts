/** The tokens of our own authorization server, and the keys that sign them. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { type SigningKey, type SigningKeys, signedLifeMs } from '@careatlas/state/signing-keys'
import { createLocalJWKSet } from 'jose'
import type { CheckAccessToken } from '../access/principal.ts'
import { accessTokenCheck, type PublicKeys } from './access-token.ts'
import { RefreshingCache } from './refreshing-cache.ts'
import { resourceOf } from './resource.ts'

export interface LocalKeys {
  /** The first signs. */
  readonly signing: readonly SigningKey[]
  readonly verifying: PublicKeys
}

/**
 * A key that was taken away verifies nothing a second later, or five where the state cannot be asked; one that is not known yet is
 * looked for once a second.
 */
const times = { maxAgeMs: 1000, staleIfErrorMs: 5000, cooldownMs: 1000 }

/**
 * The keys as the state has them, which other servers and the operator may change; the same object until they do. Asking for them
 * rejects as the state does while it is away.
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

/** Of tokens that the server at `issuer`, known when the first request comes, made for its one resource. */
export function localTokenCheck(
  issuer: () => string,
  keys: RefreshingCache<LocalKeys>,
  records: Pick<OAuthRecords, 'isGranted'>,
): CheckAccessToken {
  const rules = () => ({
    issuer: issuer(),
    resources: [resourceOf(issuer())],
    algorithms: ['ES256'],
    lifeMaxSeconds: signedLifeMs / 1000,
    // Of servers that share the state.
    toleranceSeconds: 5,
    isGranted: async ({ [grantClaim]: grantId }: Readonly<Record<string, unknown>>) =>
      typeof grantId === 'string' && records.isGranted(grantId),
  })
  return accessTokenCheck(rules, keys)
}

/** The claim that names the consent of which a token came, so that it ends with it. */
export const grantClaim = 'grant_id'

function publicPart({ kty, crv, x, y, kid, alg, use }: SigningKey) {
  return { kty, crv, x, y, kid, alg, use }
}
