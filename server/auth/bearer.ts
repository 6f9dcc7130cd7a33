/** `Authorization: Bearer <key>` (RFC 6750) to the principal that it stands for. */
import type { IncomingMessage } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Keys, Principal } from '@careatlas/state/keys'
import type { FastifyRequest } from 'fastify'
import { headerCount } from '../http/admission.ts'
import { callerAddress } from '../limits/caller-address.ts'
import type { Limits } from '../limits/limits.ts'

/** Rejects with `missing_credentials`, `invalid_credentials` or `rate_limited`; no message ever holds what was sent. */
export async function authenticate(
  { raw, ip }: FastifyRequest,
  keys: Pick<Keys, 'verify'>,
  limits: Limits,
): Promise<Principal> {
  const address = callerAddress(ip)
  await limits.check('failed_credentials', address)
  const principal = await keys.verify(keyIn(raw))
  if (principal !== null) return principal
  await limits.take('failed_credentials', address)
  throw new DirectoryError('invalid_credentials', 'The API key is unknown, malformed or revoked.')
}

function keyIn(message: IncomingMessage): string {
  const { authorization } = message.headers
  if (authorization === undefined) {
    throw new DirectoryError('missing_credentials', 'Send an API key as Authorization: Bearer <API_KEY>.')
  }
  if (headerCount(message, 'authorization') > 1) {
    throw new DirectoryError('invalid_credentials', 'Authorization must be sent once.')
  }
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (key === undefined) {
    throw new DirectoryError('invalid_credentials', 'Authorization must be Bearer, a space and an API key.')
  }
  return key
}
