/** `Authorization: Bearer <key>` (RFC 6750) to the principal that it stands for. */
import type { IncomingMessage } from 'node:http'
import { DirectoryError } from '@careatlas/contract/errors'
import type { Keys, Principal } from '@careatlas/state/keys'
import { headerCount } from '../http/admission.ts'

/** Rejects with `missing_credentials` or `invalid_credentials`; no message ever holds what was sent. */
export async function authenticate(message: IncomingMessage, keys: Pick<Keys, 'verify'>): Promise<Principal> {
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
  const principal = await keys.verify(key)
  if (principal === null) {
    throw new DirectoryError('invalid_credentials', 'The API key is unknown, malformed or revoked.')
  }
  return principal
}
