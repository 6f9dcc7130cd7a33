/** Revokes an access token (RFC 7009) by revoking its consent, because access tokens are not stored. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { errors, jwtVerify } from 'jose'
import type { PublicKeys } from './access-token.ts'
import { grantClaim } from './local-issuer.ts'

export interface RevocationOptions {
  readonly issuer: string
  readonly verifying: PublicKeys
  readonly records: Pick<OAuthRecords, 'isGranted' | 'endGrant'>
}

/** The account and the client of the revoked consent; null if the token is expired, foreign or of another client. */
export async function revokeAccessToken(
  token: string,
  clientId: string,
  { issuer, verifying, records }: RevocationOptions,
): Promise<{ readonly accountId: string; readonly clientId: string } | null> {
  const claims = await claimsOf(token, verifying, issuer)
  const grantId = claims?.[grantClaim]
  if (claims?.['client_id'] !== clientId || typeof grantId !== 'string') return null
  if (!(await records.isGranted(grantId))) return null
  await records.endGrant(grantId)
  return { accountId: String(claims.sub), clientId }
}

async function claimsOf(token: string, verifying: PublicKeys, issuer: string) {
  try {
    return (await jwtVerify(token, verifying, { issuer, algorithms: ['ES256'], typ: 'at+jwt' })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
