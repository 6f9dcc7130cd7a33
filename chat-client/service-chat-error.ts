/** The error of the chat: what the instance rejects with, and what the interface shows. */
import type * as ServiceChat from './service-chat.ts'

export class ServiceChatError extends Error implements ServiceChat.ServiceChatError {
  override readonly name = 'ServiceChatError'
  readonly code: string
  readonly isRetryable: boolean

  /** Most requests fail because of the network. */
  constructor(code: string, message = 'The chat cannot be reached.', isRetryable = true) {
    super(message)
    this.code = code
    this.isRetryable = isRetryable
  }
}
