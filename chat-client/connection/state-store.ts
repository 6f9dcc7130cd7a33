/** The state that the interface shows: replaced on each change. */
import type { ChatState } from '../chat-state.ts'
import type { Events } from '../events.ts'
import type { ServiceChatState } from '../service-chat.ts'

/** Before the configuration is loaded. */
export const initialState: ChatState = {
  authType: 'passwordless',
  isOpen: false,
  connection: 'idle',
  authentication: 'anonymous',
  problem: null,
  productName: null,
  messageCharactersMax: 4000,
  entries: [],
  hasEarlier: false,
  notices: [],
  suggestions: [],
  verification: null,
  migration: null,
  conversations: null,
  draft: null,
}

export class StateStore {
  readonly #events: Events
  #state = initialState
  #listener = (): void => undefined

  constructor(events: Events) {
    this.#events = events
  }

  get state(): ChatState {
    return this.#state
  }

  update(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change }
    this.#listener()
  }

  /** What the page can read. */
  get publicState(): ServiceChatState {
    const { authType, isOpen, connection, authentication, problem } = this.#state
    return { authType, isOpen, connection, authentication, problem }
  }

  setAuthentication(authentication: ChatState['authentication']): void {
    if (this.#state.authentication === authentication) return
    this.update({ authentication })
    this.#events.emit('authchange', authentication)
  }

  report({ code, message, isRetryable }: NonNullable<ChatState['problem']>): void {
    const problem = { code, message, isRetryable }
    this.update({ problem })
    this.#events.emit('error', problem)
  }

  setListener(listener: () => void): void {
    this.#listener = listener
  }
}
