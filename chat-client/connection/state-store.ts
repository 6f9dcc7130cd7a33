/** The state that the interface shows: replaced on each change, and announced once for all changes of a task. */
import type { ChatState } from '../chat-state.ts'

/** Before the configuration is loaded. */
export const initialState: ChatState = {
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
  #state = initialState
  #isAnnouncing = false
  readonly #listeners = new Set<(state: ChatState) => void>()

  get state(): ChatState {
    return this.#state
  }

  update(change: Partial<ChatState>): void {
    let isChanged = false
    for (const [name, value] of Object.entries(change))
      if (this.#state[name as keyof ChatState] !== value) isChanged = true
    if (!isChanged) return
    this.#state = { ...this.#state, ...change }
    if (this.#isAnnouncing) return
    this.#isAnnouncing = true
    queueMicrotask(() => this.#announce())
  }

  subscribe(listener: (state: ChatState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #announce(): void {
    this.#isAnnouncing = false
    for (const listener of this.#listeners) listener(this.#state)
  }
}
