/** Who sent a request, what they may do, and under which name their requests are counted. */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Principal = KeyPrincipal | TokenPrincipal

/** Who sent a request; rejects where nobody did who may. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Principal>

/** A program with an API key. */
export interface KeyPrincipal extends Allowed {
  readonly kind: 'api_key'
  readonly keyId: string
}

/** A program to which a person, or an external server, gave an access token. */
export interface TokenPrincipal extends Allowed {
  readonly kind: 'access_token'
  /** The account, or whom the external server means. */
  readonly subject: string
  readonly clientId: string
}

interface Allowed {
  readonly scopes: readonly string[]
  /** A key has limits of its own; the programs of one person share theirs. No address is named like either. */
  readonly caller: string
}

/** Searching and reading, which is all there is. */
export const directoryScope = 'directory:read'

/** A key opens all that there is. */
export function keyPrincipal(keyId: string): KeyPrincipal {
  return { kind: 'api_key', keyId, scopes: [directoryScope], caller: `key ${keyId}` }
}

/** A subject is counted by its digest: others choose it, as long as they like. */
export function tokenPrincipal(subject: string, clientId: string, scopes: readonly string[]): TokenPrincipal {
  const caller = `subject ${hash('sha256', subject, 'base64url')}`
  return { kind: 'access_token', subject, clientId, scopes, caller }
}
