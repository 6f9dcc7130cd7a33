/** `Authorization: Bearer <key>` (RFC 6750) to the principal that it stands for. */
import type { IncomingMessage } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Keys, Principal } from '@careatlas/state/keys'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerCount } from '../http/admission.ts'
import { callerAddress } from '../limits/caller-address.ts'
import { count } from '../limits/counted.ts'
import type { Limits } from '../limits/limits.ts'

/**
 * Rejects with `missing_credentials`, `invalid_credentials` or `rate_limited`; no message ever holds what was sent. Only what is
 * refused is counted: whoever has a good key gets in, however many others at the same address have none.
 */
export async function authenticate(
  { raw, ip }: FastifyRequest,
  reply: FastifyReply,
  keys: Pick<Keys, 'verify'>,
  limits: Limits,
): Promise<Principal> {
  if (raw.headers.authorization === undefined)
    throw new DirectoryError('missing_credentials', 'Send an API key as Authorization: Bearer <API_KEY>.')
  const key = keyIn(raw)
  const principal = key === null ? null : await keys.verify(key)
  if (principal !== null) return principal
  await count(limits, reply, 'failed_credentials', callerAddress(ip))
  const rule = key === null ? 'Authorization must be sent once: Bearer, a space and an API key.' : unknownKey
  throw new DirectoryError('invalid_credentials', rule)
}

const unknownKey = 'The API key is unknown, malformed or revoked.'

/** Null unless there is one header, of the form that it must have. */
function keyIn(message: IncomingMessage): string | null {
  if (headerCount(message, 'authorization') > 1) return null
  const [, key = null] = /^Bearer +(\S+)$/i.exec(message.headers.authorization ?? '') ?? []
  return key
}
