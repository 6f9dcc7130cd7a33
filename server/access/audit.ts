/** The audit log: one log line for each sign-in, credential and change, with ids only (decision 24). */
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress } from './rate-limit/caller-address.ts'
import { alwaysLog } from '../log.ts'

/** The fields of each event besides time and caller. Ids that give no access; no secrets, names or labels. */
interface AuditFields {
  code_sent: OfCode & { readonly codeId: string }
  /** Because of a limit or of the sender; the code may still have been sent. */
  code_not_sent: OfCode & { readonly why: string }
  /** A wrong code; `why` is the code of the error. Without a destination if no code was requested. */
  code_refused: Partial<OfCode> & { readonly purpose: string; readonly why: string }

  account_created: OfAccount
  signed_in: OfAccount & { readonly purpose: string }
  signed_out: OfAccount
  account_deleted: OfAccount

  key_created: OfKey
  key_rotated: OfKey & { readonly newKeyId: string }
  key_revoked: OfKey
  key_renamed: OfKey
  /** A key or access token that is malformed, unknown, expired or for another service. */
  credentials_refused: { readonly why: string }

  client_registered: OfClient
  consent_given: OfGrant
  consent_refused: OfGrant
  grant_revoked: OfGrant
  tokens_issued: OfGrant
  tokens_refreshed: OfGrant
  /** A code or refresh token was reused: all tokens of the same consent are revoked. */
  token_reuse_ended_family: OfGrant
  token_revoked: OfGrant
  /** At `/oauth/token`; `why` is an error code of RFC 6749, section 5.2. */
  tokens_refused: { readonly why: string }
}

interface OfCode {
  readonly purpose: string
  /** Passed in plain text, logged as a digest that only shows whether two are equal. */
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
  /** If known; passed in plain text, logged as a digest because it leads to tokens. */
  readonly grantId?: string
}

interface Circumstances {
  /** Logged as the request id and the caller's address as rate limits count it. */
  readonly request?: Pick<FastifyRequest, 'id' | 'ip'>
}

export type AuditEvent = {
  [Name in keyof AuditFields]: { readonly event: Name } & AuditFields[Name] & Circumstances
}[keyof AuditFields]

export type Audit = (event: AuditEvent) => void

/** Longer strings from clients, such as a client id that is a URL, are cut. */
const lengthMax = 256

/** Writes to `log` at every level except `silent`. Equal keys give equal digests. */
export function auditTo(log: Logger, key: Uint8Array): Audit {
  const lines = alwaysLog(log)
  return ({ event, request, ...fields }) => {
    const ids = Object.entries(fields).map(([name, value]) => [
      name,
      digested.has(name) ? digestOf(key, value) : value.slice(0, lengthMax),
    ])
    const caller = request && { requestId: request.id, caller: callerAddress(request.ip) }
    lines.info({ audit: event, ...Object.fromEntries(ids), ...caller })
  }
}

/** Logged as digests. */
const digested: ReadonlySet<string> = new Set(['destination', 'grantId'])

const digestCharacters = 16

function digestOf(key: Uint8Array, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex').slice(0, digestCharacters)
}
