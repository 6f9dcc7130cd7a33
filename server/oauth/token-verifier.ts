/** Verifies access tokens of the built-in authorization server, or of the external one at `OAUTH_ISSUER`. */
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { SigningKeys } from '@careatlas/state/signing-keys'
import type { State } from '@careatlas/state/state'
import type { Logger } from 'pino'
import type { CheckAccessToken } from '../access/principal.ts'
import type { RefreshingCache } from '../access/refreshing-cache.ts'
import { createSigningKeyCache, type LocalKeys } from '../access/tokens/signing-key-cache.ts'
import { createExternalTokenCheck, warnIfUnreachable } from './external-issuer.ts'
import { createLocalTokenCheck } from './local-issuer.ts'
import { listExternalAudiences } from './resource.ts'

export interface TokenVerifier {
  readonly check: CheckAccessToken
  /** What the built-in server needs; null with an external one. */
  readonly own: { readonly records: OAuthRecords; readonly keys: RefreshingCache<LocalKeys> } | null
}

interface Issuers {
  /** The external authorization server; null: the built-in one. */
  readonly oauthIssuer: string | null
  /** The configured public URL. */
  readonly baseUrl: string | null
}

/** `listening` is the URL that the server listens on. Rejects with the error of the state if the keys cannot be loaded. */
export async function createTokenVerifier(
  { oauthIssuer, baseUrl }: Issuers,
  { state, listening, log }: { readonly state: State; readonly listening: string; readonly log: Logger },
): Promise<TokenVerifier> {
  if (oauthIssuer !== null) {
    const resources = (baseUrl === null ? loopbackOrigins(listening) : [baseUrl]).flatMap(
      listExternalAudiences,
    )
    void warnIfUnreachable({ issuer: oauthIssuer, log })
    return { check: createExternalTokenCheck({ issuer: oauthIssuer, resources, log }), own: null }
  }
  const [records, keys] = [new OAuthRecords(state), createSigningKeyCache(new SigningKeys(state))]
  await keys.get()
  return { check: createLocalTokenCheck(baseUrl, keys, records), own: { records, keys } }
}

/** The origins of a server without BASE_URL, which can use an external issuer only on a loopback address. */
function loopbackOrigins(listening: string): readonly string[] {
  const { origin, port } = new URL(listening)
  return [
    ...new Set([origin, ...['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)]),
  ]
}
