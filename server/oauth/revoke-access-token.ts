/** Revokes an access token (RFC 7009) by revoking its consent, because access tokens are not stored. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { errors, jwtVerify } from 'jose'
import type { PublicKeyResolver } from '../access/tokens/verify-with-keys.ts'
import { grantClaim } from './local-issuer.ts'

export interface RevocationOptions {
  readonly issuer: string
  readonly publicKeys: PublicKeyResolver
  readonly records: Pick<OAuthRecords, 'isGrantValid' | 'revokeGrant'>
}

/** Returns the account and the client of the revoked consent; null if the token has expired or belongs to another issuer or client. */
export async function revokeAccessToken(
  token: string,
  clientId: string,
  { issuer, publicKeys, records }: RevocationOptions,
): Promise<{ readonly accountId: string; readonly clientId: string } | null> {
  const claims = await verifyClaims(token, publicKeys, issuer)
  const grantId = claims?.[grantClaim]
  if (claims?.['client_id'] !== clientId || typeof grantId !== 'string') return null
  if (!(await records.isGrantValid(grantId))) return null
  await records.revokeGrant(grantId)
  return { accountId: String(claims.sub), clientId }
}

async function verifyClaims(token: string, publicKeys: PublicKeyResolver, issuer: string) {
  try {
    return (await jwtVerify(token, publicKeys, { issuer, algorithms: ['ES256'], typ: 'at+jwt' })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
