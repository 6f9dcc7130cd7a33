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
  readonly check: CheckAccessToken
  /** What the built-in server needs; null with an external one. */
  readonly own: { readonly records: OAuthRecords; readonly keys: RefreshingCache<LocalKeys> } | null
}

/** The external authorization server, and the public URL; null: the built-in server, and no configured URL. */
interface Issuers {
  readonly oauthIssuer: string | null
  readonly baseUrl: string | null
}

/** `listening` is the URL that the server listens on. Rejects as the state does if the keys cannot be loaded. */
export async function createTokenVerifier(
  { oauthIssuer, baseUrl }: Issuers,
  { state, listening, log }: { readonly state: State; readonly listening: string; readonly log: Logger },
): Promise<TokenVerifier> {
  if (oauthIssuer !== null) {
    const resources = (baseUrl === null ? loopbackNames(listening) : [baseUrl]).flatMap(namesOf)
    void warnUnlessReached({ issuer: oauthIssuer, log })
    return { check: externalTokenCheck({ issuer: oauthIssuer, resources, log }), own: null }
  }
  const [records, keys] = [new OAuthRecords(state), localKeys(new SigningKeys(state))]
  await keys.get()
  return { check: localTokenCheck(baseUrl, keys, records), own: { records, keys } }
}

/** Without BASE_URL, an external issuer is only possible on a loopback address. */
function loopbackNames(listening: string): readonly string[] {
  const { origin, port } = new URL(listening)
  return [
    ...new Set([origin, ...['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`)]),
  ]
}
