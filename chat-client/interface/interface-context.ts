/** What the parts of the interface share. */
import type { Chat, ChatState } from '../chat-state.ts'
import type { Formats } from './format.ts'
import type { InterfaceStrings } from './strings.ts'

export interface InterfaceContext {
  readonly chat: Chat
  readonly strings: InterfaceStrings
  readonly formats: Formats
  readonly hasFeedback: boolean
  /** Speaks a sentence that is not visible as text. */
  readonly announce: (text: string) => void
}

/** A part of the interface, which shows a part of the state. */
export interface View {
  readonly element: HTMLElement
  render(state: ChatState): void
}
