/** What an unexpected reply of the service means. */
import { ServiceChatError } from '../service-chat-error.ts'
import type { ServerFrame } from './chat-socket.ts'

/** Whether the service has refused the access token; a new one may help. */
export function isTokenFailure(reply: ServerFrame): boolean {
  return reply.type === 'auth.failed' && reply.data.code.startsWith('token_')
}

export function toError({ type, data }: ServerFrame): ServiceChatError {
  return type === 'error' || type === 'auth.failed'
    ? new ServiceChatError(data.code, data.message)
    : new ServiceChatError('protocol_error', 'The service sent an unexpected reply.')
}
