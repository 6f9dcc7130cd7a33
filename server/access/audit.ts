/** What is remembered of who got in and what they changed, by ids alone: one line of the log each (decision 24). */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress } from './rate-limit/caller-address.ts'
import { alwaysLog } from '../log.ts'

/** What each event says besides who asked and when. Ids that open nothing; no secret, no name, no label. */
interface AuditFields {
  code_sent: OfCode & { readonly codeId: string }
  /** A limit, or the sender: nothing was sent, or nobody knows. */
  code_not_sent: OfCode & { readonly why: string }
  /** A guess that opens nothing; `why` is the code of the error. Without a destination where no code was asked for. */
  code_refused: Partial<OfCode> & { readonly purpose: string; readonly why: string }

  account_created: OfAccount
  signed_in: OfAccount & { readonly purpose: string }
  signed_out: OfAccount
  account_deleted: OfAccount

  key_created: OfKey
  key_rotated: OfKey & { readonly newKeyId: string }
  key_revoked: OfKey
  key_renamed: OfKey
  /** A key or an access token that is malformed, unknown, over or for something else. */
  credentials_refused: { readonly why: string }

  client_registered: OfClient
  consent_given: OfGrant
  consent_refused: OfGrant
  grant_revoked: OfGrant
  tokens_issued: OfGrant
  tokens_refreshed: OfGrant
  /** A code or refresh token was used again: all that came of the same consent has ended. */
  token_reuse_ended_family: OfGrant
  token_revoked: OfGrant
  /** At `/oauth/token`; `why` is the word of RFC 6749, section 5.2. */
  tokens_refused: { readonly why: string }
}

interface OfCode {
  readonly purpose: string
  /** Told in clear, written as a digest that says no more than whether two are the same. */
  readonly destination: string
}
interface OfAccount {
  readonly accountId: string
}
interface OfKey extends OfAccount {
  readonly keyId: string
}
interface OfClient {
  readonly clientId: string
}
interface OfGrant extends OfAccount, OfClient {
  /** Where one was made, and is known: told in clear, and written as a digest, since it leads to tokens. */
  readonly grantId?: string
}

interface Circumstances {
  /** Tells the request id, and the caller's address as it is counted. */
  readonly request?: Pick<FastifyRequest, 'id' | 'ip'>
}

export type AuditEvent = {
  [Name in keyof AuditFields]: { readonly event: Name } & AuditFields[Name] & Circumstances
}[keyof AuditFields]

export type Audit = (event: AuditEvent) => void

/** Longer strings from outside, such as a client id that is an address, are cut. */
const lengthMax = 256

/** Writes to `log` whatever its level, unless it is silent. The same `key` makes the same digests. */
export function auditTo(log: Logger, key: Uint8Array): Audit {
  const lines = alwaysLog(log)
  return ({ event, request, ...said }) => {
    const ids = Object.entries(said).map(([name, value]) => [
      name,
      digested.has(name) ? digestOf(key, value) : value.slice(0, lengthMax),
    ])
    const caller = request && { requestId: request.id, caller: callerAddress(request.ip) }
    lines.info({ audit: event, ...Object.fromEntries(ids), ...caller })
  }
}

/** Of these a line says only which are the same. */
const digested: ReadonlySet<string> = new Set(['destination', 'grantId'])

const digestCharacters = 16

function digestOf(key: Uint8Array, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex').slice(0, digestCharacters)
}
