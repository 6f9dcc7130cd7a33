/** Who sent a request, what they may do, and under which name their requests are counted. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A program with an API key, or one to which a person, or an external server, gave an access token. */
export interface Principal {
  readonly kind: 'api_key' | 'access_token'
  readonly scopes: readonly string[]
  /** Whose limits are spent: a key has its own, the programs of one person share theirs. No address is named like either. */
  readonly caller: string
}

/** Who sent a request; rejects where nobody did who may. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

/** Searching and reading, which is all there is. */
export const directoryScope = 'directory:read'

/** A key opens all that there is. */
export function keyPrincipal(keyId: string): Principal {
  return { kind: 'api_key', scopes: [directoryScope], caller: `key ${keyId}` }
}

/** A subject is counted by its digest: others choose it, as long as they like. */
export function tokenPrincipal(subject: string, scopes: readonly string[]): Principal {
  return { kind: 'access_token', scopes, caller: `subject ${hash('sha256', subject, 'base64url')}` }
}
