/** The keys that sign the tokens of this service, cached from the state. */
import type { SigningKey, SigningKeys } from '@careatlas/state/signing-keys'
import { createLocalJWKSet } from 'jose'
import { RefreshingCache } from '../refreshing-cache.ts'
import type { PublicKeyResolver } from './verify-with-keys.ts'

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

function toPublicKey({ kty, crv, x, y, kid, alg, use }: SigningKey) {
  return { kty, crv, x, y, kid, alg, use }
}
