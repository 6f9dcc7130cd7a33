/** The access tokens of the chat: which user of which partner they identify. */
import { hash } from 'node:crypto'
import type { AuthType } from '@careatlas/contract/chat-frames'
import type { Partner } from '@careatlas/state/partners'

export interface ChatIdentity {
  readonly partner: string
  /** Opaque, and different for each partner, see `chatSubject`. */
  readonly subject: string
  /** How the user was authenticated. */
  readonly amr: AuthType
  /** Milliseconds since 1970, as `expiresAt`. */
  readonly issuedAt: number
  readonly expiresAt: number
  readonly jti: string
  /** The verification with which the token is revoked; null after a token exchange. */
  readonly grantId: string | null
}

/**
 * Resolves to null if the token is invalid, revoked, or of another partner or service. Rejects with the errors of the state if the
 * token cannot be checked now.
 */
export type CheckChatToken = (token: string, partner: string) => Promise<ChatIdentity | 'expired' | null>

/** As the token endpoint returns them. */
export interface IssuedTokens {
  readonly access_token: string
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
}

export interface ChatTokens {
  readonly check: CheckChatToken
  /** Whether a token that was valid has not been revoked, and its partner not been disabled; ignores its expiry. */
  isActive(identity: ChatIdentity): Promise<boolean>
  /**
   * Issues tokens after a verification. `url` is the public address by which the client reaches the service; default: the configured
   * address, or the one that the server listens on.
   */
  issue(partner: Partner, subject: string, url?: string): Promise<IssuedTokens>
  /** Revokes all tokens of a user that were issued before now. */
  revoke(partner: string, subject: string): Promise<void>
}

/**
 * The identity of a user: a partner and the subject of its identity provider, never an e-mail address. For a verified destination, the
 * issuer is `passwordless` and the subject is the normalized destination.
 */
export function chatSubject(partner: string, issuer: string, subject: string): string {
  return hash('sha256', `${partner}\n${issuer}\n${subject}`, 'base64url')
}
