/** For tests: valid access tokens of this authorization server, and invalid variants. */
import { join } from 'node:path'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { type SigningKey, SigningKeys } from '@careatlas/state/signing-keys'
import { openState, type State, type StatePlace } from '@careatlas/state/state'
import { type CryptoKey, importJWK, SignJWT } from 'jose'
import type { Running } from '../running.fixture.ts'

/** The public URL of each server in these tests. */
export const issuer = 'https://atlas.example'

/** The differences from a valid token. A claim or header that is undefined is omitted. */
export interface TokenChange {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly key?: CryptoKey | Uint8Array
}

export interface TokenSigner extends AsyncDisposable {
  readonly state: State
  readonly records: OAuthRecords
  readonly keys: SigningKeys
  readonly signingKey: SigningKey
  readonly grantId: string
  readonly sign: (change?: TokenChange) => Promise<string>
}

/** Creates a grant in the state of a server, and signs tokens of that grant. */
export async function createTokenSigner({ dataDir }: Running): Promise<TokenSigner> {
  return createTokenSignerForState({ folder: join(dataDir, 'state') })
}

export async function createTokenSignerForState(
  place: StatePlace,
  grantId = 'grant-of-ana',
): Promise<TokenSigner> {
  const state = await openState(place)
  const [records, keys] = [new OAuthRecords(state), new SigningKeys(state)]
  await records.upsert('Grant', grantId, { jti: grantId }, 3600)
  const [signingKey] = await keys.load()
  const sign = async ({ claims, header, key }: TokenChange = {}) =>
    signToken(
      { ...createValidClaims(grantId), ...claims },
      { ...createValidHeader(signingKey!), ...header },
      key ?? signingKey!,
    )
  return {
    state,
    records,
    keys,
    grantId,
    sign,
    signingKey: signingKey!,
    [Symbol.asyncDispose]: () => state[Symbol.asyncDispose](),
  }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

export function createValidClaims(grantId: string) {
  const iat = nowSeconds()
  return {
    iss: issuer,
    aud: `${issuer}/mcp`,
    sub: 'acc_0123456789abcdef',
    client_id: 'little-agent',
    scope: 'directory:read',
    jti: 'token-of-ana',
    grant_id: grantId,
    iat,
    exp: iat + 3600,
  }
}

export function createValidHeader({ kid }: Pick<SigningKey, 'kid'>) {
  return { alg: 'ES256', typ: 'at+jwt', kid }
}

/** Signs claims without checking them. */
export async function signToken(
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>>,
  key: SigningKey | CryptoKey | Uint8Array,
): Promise<string> {
  const imported = 'kty' in key ? await importJWK({ ...key }, 'ES256') : key
  return new SignJWT(claims)
    .setProtectedHeader(header as { alg: string })
    .sign(imported, { crit: { 'urn:example:unknown': true } })
}
