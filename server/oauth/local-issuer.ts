/** The tokens of the built-in authorization server. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import { signatureLifetimeMs } from '@careatlas/state/signing-keys'
import type { CheckAccessToken } from '../access/principal.ts'
import type { KeyCache } from '../access/tokens/verify-with-keys.ts'
import { createAccessTokenCheck } from './access-token.ts'
import { resourceOf } from './resource.ts'

/**
 * Checks the tokens that this service issued for its only resource. Without `baseUrl` it accepts any address as the issuer, because the
 * signature proves that the token is ours.
 */
export function createLocalTokenCheck(
  baseUrl: string | null,
  keys: KeyCache,
  records: Pick<OAuthRecords, 'isGrantValid'>,
): CheckAccessToken {
  const rules = {
    audiencesOf: (issuer: string) => (issuer === (baseUrl ?? issuer) ? [resourceOf(issuer)] : null),
    algorithms: ['ES256'],
    lifetimeMaxSeconds: signatureLifetimeMs / 1000,
    // Allows for the clocks of other servers with the same state.
    clockToleranceSeconds: 5,
    isGrantValid: async ({ [grantClaim]: grantId }: Readonly<Record<string, unknown>>) =>
      typeof grantId === 'string' && records.isGrantValid(grantId),
  }
  return createAccessTokenCheck(rules, keys)
}

/** The claim that names the consent behind a token; revoking the consent revokes the token. */
export const grantClaim = 'grant_id'
