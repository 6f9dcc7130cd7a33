/** Who sent a request, what they may do, and under which name their requests are counted. */
import { hash } from 'node:crypto'
import type { LiveKey } from '@careatlas/state/active-key-cache'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A program with an API key, or one to which a person, or an external server, gave an access token. */
export interface Principal {
  readonly kind: 'api_key' | 'access_token'
  readonly scopes: readonly string[]
  /** Whose limits are spent: a key has its own, the programs of one person share theirs. No address is named like either. */
  readonly caller: string
  /** Whose quota of the day is spent: all keys and programs of an account share one. */
  readonly quotaSubject: string
}

/** Who sent a request; rejects where nobody did who may. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

/** Searching and reading, which is all there is. */
export const directoryScope = 'directory:read'

/** A key opens all that there is. */
export function keyPrincipal({ keyId, accountId }: LiveKey): Principal {
  const caller = `key ${keyId}`
  return {
    kind: 'api_key',
    scopes: [directoryScope],
    caller,
    quotaSubject: accountId === null ? caller : subjectNamed(accountId),
  }
}

/** The subject of a token of ours is its account. */
export function tokenPrincipal(subject: string, scopes: readonly string[]): Principal {
  const caller = subjectNamed(subject)
  return { kind: 'access_token', scopes, caller, quotaSubject: caller }
}

/** By its digest: others choose a subject, as long as they like. */
function subjectNamed(subject: string): string {
  return `subject ${hash('sha256', subject, 'base64url')}`
}
