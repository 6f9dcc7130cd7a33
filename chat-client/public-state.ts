/** What the page can read of the state. */
import type { ChatState } from './chat-state.ts'
import type { AuthType, ServiceChatState } from './service-chat.ts'

export function toPublicState(state: ChatState, authType: AuthType): ServiceChatState {
  const { isOpen, connection, authentication, problem } = state
  return { authType, isOpen, connection, authentication, problem }
}
