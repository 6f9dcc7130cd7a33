/** For tests: a chat whose state the test sets, with a record of what the interface asked for. It replaces no part of the service. */
import type { Chat, ChatState } from '../chat-state.ts'
import { initialState } from '../connection/state-store.ts'
import type { InterfaceOptions } from './interface-options.ts'
import { renderChat } from './render-chat.ts'

export class ScriptedChat implements Chat {
  state: ChatState = { ...initialState, connection: 'connected', productName: 'Care Finder' }
  /** The calls of the interface: the name of the method and its arguments. */
  readonly calls: unknown[][] = []
  /** The reply to feedback and locations. */
  isStored = true
  #listener = (): void => undefined

  set(changes: Partial<ChatState>): void {
    this.state = { ...this.state, ...changes }
    this.#listener()
  }

  setListener(listener: () => void): void {
    this.#listener = listener
  }

  takeDraft(): string | null {
    const { draft } = this.state
    this.state = { ...this.state, draft: null }
    return draft
  }

  open(): void {
    this.set({ isOpen: true })
    this.#record('open')
  }

  close(): void {
    this.set({ isOpen: false })
    this.#record('close')
  }

  #record(...call: unknown[]): void {
    this.calls[this.calls.length] = call
  }

  send = (text: string): void => this.#record('send', text)
  cancelAnswer = (): void => this.#record('cancelAnswer')
  retry = (): void => this.#record('retry')
  requestEarlier = (): void => this.#record('requestEarlier')
  startVerification = (): void => this.#record('startVerification')
  requestCode = (...values: unknown[]): void => this.#record('requestCode', ...values)
  submitCode = (code: string): void => this.#record('submitCode', code)
  cancelVerification = (): void => this.#record('cancelVerification')
  migrate = (isKept: boolean): void => this.#record('migrate', isKept)
  listConversations = (): void => this.#record('listConversations')
  openConversation = (id: string): void => this.#record('openConversation', id)
  newConversation = (): void => this.#record('newConversation')
  deleteMessages = (): void => this.#record('deleteMessages')
  sendFeedback = async (...values: unknown[]): Promise<boolean> => {
    this.#record('sendFeedback', ...values)
    return this.isStored
  }
  shareLocation = async (position: unknown): Promise<boolean> => {
    this.#record('shareLocation', position)
    return this.isStored
  }
}

declare global {
  interface Window {
    chat: ScriptedChat
    startChat: (options: InterfaceOptions, state: Partial<ChatState>) => void
    endChat: () => void
  }
}

window.startChat = (options, state) => {
  window.chat = new ScriptedChat()
  window.chat.set(state)
  const container = document.querySelector('#chat')
  if (container === null) throw new Error('The page has no element #chat')
  const rendered = renderChat(container, window.chat, options)
  window.endChat = () => rendered.destroy()
}
