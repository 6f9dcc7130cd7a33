/** Verifies access tokens of the built-in authorization server, or of the external one at `OAUTH_ISSUER`. */
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { SigningKeys } from '@careatlas/state/signing-keys'
import type { State } from '@careatlas/state/state'
import type { Logger } from 'pino'
import type { CheckAccessToken } from '../access/principal.ts'
import { externalTokenCheck, warnUnlessReached } from './external-issuer.ts'
import type { RefreshingCache } from './refreshing-cache.ts'
import { type LocalKeys, localKeys, localTokenCheck } from './local-issuer.ts'
import { namesOf } from './resource.ts'

export interface TokenVerifier {
  readonly issuer: string
  readonly check: CheckAccessToken
  /** What the built-in server needs; null with an external one. */
  readonly own: { readonly records: OAuthRecords; readonly keys: RefreshingCache<LocalKeys> } | null
}

/** `url` is the public URL of this service. Rejects as the state does if the keys cannot be loaded. */
export async function createTokenVerifier(
  externalIssuer: string | null,
  { state, url, log }: { readonly state: State; readonly url: string; readonly log: Logger },
): Promise<TokenVerifier> {
  if (externalIssuer !== null) {
    const resources = namesOf(url)
    void warnUnlessReached({ issuer: externalIssuer, log })
    const check = externalTokenCheck({ issuer: externalIssuer, resources, log })
    return { issuer: externalIssuer, check, own: null }
  }
  const [records, keys] = [new OAuthRecords(state), localKeys(new SigningKeys(state))]
  await keys.get()
  return { issuer: url, check: localTokenCheck(url, keys, records), own: { records, keys } }
}
