/** The error of the chat: what the instance rejects with, and what the interface shows. */
import type * as ServiceChat from './service-chat.ts'

export class ServiceChatError extends Error implements ServiceChat.ServiceChatError {
  override readonly name = 'ServiceChatError'
  readonly code: string
  readonly isRetryable: boolean

  constructor(code: string, message: string, isRetryable = true) {
    super(message)
    this.code = code
    this.isRetryable = isRetryable
  }
}
