/** What the replies of the service mean as errors. */
import { ServiceChatError } from '../service-chat-error.ts'
import type { ServerFrame } from './server-frame.ts'

/** Whether the service has refused the access token; a new one may help. */
export function isTokenFailure(reply: ServerFrame): boolean {
  return reply.type === 'auth.failed' && reply.data.code.startsWith('token_')
}

/** The error of a frame that is not the expected reply. */
export function toError({ type, data }: ServerFrame): ServiceChatError {
  return type === 'error' || type === 'auth.failed'
    ? new ServiceChatError(data.code, data.message)
    : createProtocolError()
}

/** A request has failed with its connection. */
export function createConnectionError(): ServiceChatError {
  return new ServiceChatError('not_connected')
}

/** The service has sent what this version cannot use. */
export function createProtocolError(): ServiceChatError {
  return new ServiceChatError('protocol_error', 'Malformed response.')
}
