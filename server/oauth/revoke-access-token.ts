/** Access tokens that a client gives back (RFC 7009): none is stored, so the consent of which one came ends with it. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { errors, jwtVerify } from 'jose'
import type { PublicKeys } from './access-token.ts'
import { grantClaim } from './local-issuer.ts'

export interface RevocationOptions {
  readonly issuer: string
  readonly verifying: PublicKeys
  readonly records: Pick<OAuthRecords, 'isGranted' | 'endGrant'>
}

/** Whose consent has ended; null where the token is over, none of ours or of another client. */
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
