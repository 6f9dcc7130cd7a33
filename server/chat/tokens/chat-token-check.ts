/** Verifies the access tokens of the chat. Tokens for REST and MCP have another audience, so neither accepts those of the other. */
import type { OAuthRecords } from '@careatlas/state/oauth-records'
import type { Partners } from '@careatlas/state/partners'
import { signatureLifetimeMs } from '@careatlas/state/signing-keys'
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import * as z from 'zod'
import { isCompactToken, tokenLengthMax } from '../../access/tokens/compact-token.ts'
import {
  isInvalidTokenError,
  type KeyCache,
  type PublicKeyResolver,
  verifyWithKeys,
} from '../../access/tokens/verify-with-keys.ts'
import { activePartners } from '../active-partners.ts'
import { toAudience, toClientId } from './chat-client.ts'
import type { ChatIdentity, ChatTokens } from './chat-tokens.ts'
import type { RevokedSubjects } from './revoked-subjects.ts'

export interface ChatTokenCheckOptions {
  /** Null: tokens may have any public address as their issuer, because the signature proves that they are ours. */
  readonly baseUrl: string | null
  readonly keys: KeyCache
  readonly partners: Partners
  readonly records: OAuthRecords
  readonly revoked: RevokedSubjects
}

/** The claim that names the verification behind a token; revoking it revokes the token. */
export const grantClaim = 'grant_id'

/** Allows for the clocks of other servers with the same state. */
const clockToleranceSeconds = 5

const Claims = z.object({
  sub: z.string().min(1),
  client_id: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(1),
  partner: z.string(),
  amr: z.tuple([z.enum(['tokenExchange', 'passwordless'])]),
  [grantClaim]: z.string().optional(),
})

export function createChatTokenCheck(options: ChatTokenCheckOptions): Pick<ChatTokens, 'check' | 'isActive'> {
  const { keys, baseUrl, partners, records, revoked } = options

  async function isActive({ partner, subject, issuedAt, amr, grantId }: ChatIdentity): Promise<boolean> {
    if ((await activePartners(partners).find(partner)) === null) return false
    if (await revoked.isRevoked(partner, subject, issuedAt)) return false
    return amr === 'tokenExchange' || (grantId !== null && (await records.isGrantValid(grantId)))
  }

  return {
    isActive,
    check: async (token, partner) => {
      const verified = await verify(token, keys, baseUrl)
      const identity = verified === null ? null : toIdentity(verified.payload)
      if (identity === null || identity.partner !== partner || !(await isActive(identity))) return null
      return verified?.isExpired ? 'expired' : identity
    },
  }
}

interface VerifiedToken {
  readonly payload: JWTPayload
  readonly isExpired: boolean
}

/** Null unless the token is ours. */
async function verify(token: string, keys: KeyCache, baseUrl: string | null): Promise<VerifiedToken | null> {
  if (token.length > tokenLengthMax || !isCompactToken(token)) return null
  try {
    return await verifyWithKeys(keys, (publicKeys) => verifyClaims(token, publicKeys, baseUrl))
  } catch (error) {
    // The signature, issuer and audience were checked before the expiry.
    if (error instanceof errors.JWTExpired) return { payload: error.payload, isExpired: true }
    if (isInvalidTokenError(error)) return null
    throw error
  }
}

async function verifyClaims(
  token: string,
  publicKeys: PublicKeyResolver,
  baseUrl: string | null,
): Promise<VerifiedToken> {
  const issuer = baseUrl ?? String(decodeJwt(token).iss)
  const { payload } = await jwtVerify(token, publicKeys, {
    issuer,
    audience: toAudience(issuer),
    algorithms: ['ES256'],
    typ: 'at+jwt',
    requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
    maxTokenAge: signatureLifetimeMs / 1000,
    clockTolerance: clockToleranceSeconds,
  })
  return { payload, isExpired: false }
}

function toIdentity(payload: JWTPayload): ChatIdentity | null {
  const claims = Claims.safeParse(payload).data
  if (claims === undefined || claims.client_id !== toClientId(claims.partner)) return null
  return {
    partner: claims.partner,
    subject: claims.sub,
    amr: claims.amr[0],
    issuedAt: claims.iat * 1000,
    expiresAt: claims.exp * 1000,
    jti: claims.jti,
    grantId: claims[grantClaim] ?? null,
  }
}
