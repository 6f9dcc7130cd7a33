/** The authenticated sender of a request: its scopes, and the subjects under which its requests are counted. */
import { hash } from 'node:crypto'
import type { ActiveKey } from '@careatlas/state/active-key-cache'

/** A client with an API key, or with an access token of a user or of an external authorization server. */
export interface Principal {
  readonly kind: 'api_key' | 'access_token'
  readonly scopes: readonly string[]
  /** The subject of the window limits: each key has its own; all apps of one user share one. It never equals an address. */
  readonly caller: string
  /** The subject of the daily quota: all keys and apps of an account share one. */
  readonly quotaSubject: string
}

/** Resolves to null for an invalid token; rejects if the token cannot be checked now. */
export type CheckAccessToken = (token: string) => Promise<Principal | null>

/** Permits searching and reading the directory; there is no other scope. */
export const directoryScope = 'directory:read'

/** The principals of verified keys; each entry ends with its key. */
const keyPrincipals = new WeakMap<ActiveKey, Principal>()

/** An API key has every scope. A key that was verified once on its connection has its principal already. */
export function keyPrincipal(key: ActiveKey): Principal {
  const existing = keyPrincipals.get(key)
  if (existing !== undefined) return existing
  const { keyId, accountId } = key
  const principal: Principal = {
    kind: 'api_key',
    scopes: [directoryScope],
    caller: keyId,
    quotaSubject: accountId === null ? keyId : hashedSubject(accountId),
  }
  keyPrincipals.set(key, principal)
  return principal
}

/** The subject of a token that this server issued is its account. */
export function tokenPrincipal(subject: string, scopes: readonly string[]): Principal {
  const caller = hashedSubject(subject)
  return { kind: 'access_token', scopes, caller, quotaSubject: caller }
}

/** Hashed, because an external authorization server chooses the subject and its length. */
function hashedSubject(subject: string): string {
  return `subject ${hash('sha256', subject, 'base64url')}`
}
