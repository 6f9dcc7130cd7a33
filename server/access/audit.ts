/** The audit log: one line for each sign-in and for each change of a key or grant, with identifiers only (decision 24). */
import { createHmac } from 'node:crypto'
import { ApiError } from '@careatlas/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { callerAddress } from './rate-limit/caller-address.ts'
import { alwaysLog } from '../log.ts'

/** The fields of each event, besides time and caller: identifiers that give no access, and no secrets, names or labels. */
interface AuditFields {
  code_sent: CodeFields & { readonly codeId: string }
  /** A limit prevented the code, or the sender failed; in the second case, the code may have been sent. */
  code_not_sent: CodeFields & { readonly why: string }
  /** A wrong code; `why` is the error code. Has no destination if no code was requested. */
  code_refused: Partial<CodeFields> & { readonly purpose: string; readonly why: string }

  account_created: AccountFields
  signed_in: AccountFields & { readonly purpose: string }
  signed_out: AccountFields
  account_deleted: AccountFields

  key_created: KeyFields
  key_rotated: KeyFields & { readonly newKeyId: string }
  key_revoked: KeyFields
  key_renamed: KeyFields
  /** A key or access token that is malformed, unknown, expired or for another service. */
  credentials_refused: { readonly why: string }

  client_registered: ClientFields
  consent_given: GrantFields
  consent_refused: GrantFields
  grant_revoked: GrantFields
  tokens_issued: GrantFields
  tokens_refreshed: GrantFields
  /** A code or refresh token was reused: all tokens of the same consent are revoked. */
  token_reuse_ended_family: GrantFields
  token_revoked: GrantFields
  /** At `/oauth/token`; `why` is an error code of RFC 6749, section 5.2. */
  tokens_refused: { readonly why: string }

  /** A verified destination; users of an identity provider have `tokens_issued`. */
  chat_signed_in: ChatUserFields
  chat_history_moved: ChatUserFields
  chat_data_exported: ChatUserFields
  chat_data_deleted: ChatUserFields
  chat_handed_off: ChatUserFields & { readonly conversationId: string }
}

interface CodeFields {
  readonly purpose: string
  /** Passed in plain text; logged as a digest, which only shows whether two destinations are equal. */
  readonly destination: string
}
interface AccountFields {
  readonly accountId: string
}
interface KeyFields extends AccountFields {
  readonly keyId: string
}
interface ClientFields {
  readonly clientId: string
}
interface GrantFields extends AccountFields, ClientFields {
  /** Absent if unknown. Passed in plain text; logged as a digest, because it leads to tokens. */
  readonly grantId?: string
}

interface ChatUserFields {
  /** The identifier of the partner. */
  readonly partner: string
  /** The subject of the chat, which no other partner has; absent for an anonymous user. */
  readonly userId?: string
}

interface RequestContext {
  /** Logged as the request id and the address prefix that rate limits use. */
  readonly request?: Pick<FastifyRequest, 'id' | 'ip'>
}

export type AuditEvent = {
  [Name in keyof AuditFields]: { readonly event: Name } & AuditFields[Name] & RequestContext
}[keyof AuditFields]

export type Audit = (event: AuditEvent) => void

/** Longer strings of clients are truncated, such as a client id that is a URL. */
const lengthMax = 256

/** Writes to `log` at every level except `silent`. `key` is the HMAC key of the digests. */
export function createAudit(log: Logger, key: Uint8Array): Audit {
  const auditLog = alwaysLog(log)
  return ({ event, request, ...fields }) => {
    const ids = Object.entries(fields).map(([name, value]) => [
      name,
      digestedFields.has(name) ? computeDigest(key, value) : value.slice(0, lengthMax),
    ])
    const caller = request && { requestId: request.id, caller: callerAddress(request.ip) }
    auditLog.info({ audit: event, ...Object.fromEntries(ids), ...caller })
  }
}

/** The `why` of an event. */
export function errorCodeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : 'failed'
}

/** The fields that are logged as digests. */
const digestedFields: ReadonlySet<string> = new Set(['destination', 'grantId'])

const digestCharacters = 16

function computeDigest(key: Uint8Array, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex').slice(0, digestCharacters)
}
