/** The errors of replies and of the end of a chat. */
import { ServiceChatError } from '../service-chat-error.ts'
import type { ServerFrame } from './server-frame.ts'

/** Whether the service has refused the access token; a new one may help. */
export function isTokenFailure(reply: ServerFrame): boolean {
  return reply.type === 'auth.failed' && reply.data.code.startsWith('token_')
}

export function toError({ type, data }: ServerFrame): ServiceChatError {
  return type === 'error' || type === 'auth.failed'
    ? new ServiceChatError(data.code, data.message)
    : protocolError()
}

export function protocolError(): ServiceChatError {
  return new ServiceChatError('protocol_error', 'The chat and the service do not understand each other.')
}

export function destroyed(): ServiceChatError {
  return new ServiceChatError('destroyed', 'The chat was removed from the page.', false)
}
