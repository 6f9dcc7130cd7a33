/** The assistant of the chat: one message of a user in, the parts of an answer and the whole answer out. */
import type { ChatCard, FinishReason, ProfileSync } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'

export interface Turn {
  /** The identifier of the partner on whose page the conversation is. */
  readonly partner: string
  readonly conversationId: string
  readonly text: string
  /** The messages before this one, oldest first (at most 50). */
  readonly history: readonly PastMessage[]
  /** The `context` of the previous answer, null for the first. JSON; stored with the answer. */
  readonly context: unknown
  /** Self-asserted. */
  readonly profile: ProfileSync | null
  readonly location: { readonly lat: number; readonly lng: number } | null
  readonly isVerified: boolean
  /** Whether this server can verify a destination. */
  readonly canVerify: boolean
}

export interface PastMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** Of an answer. */
  readonly cards?: readonly ChatCard[]
}

/** Urgent notices come before any text. */
export type AnswerPart =
  | { readonly kind: 'notices'; readonly notices: readonly Notice[] }
  | { readonly kind: 'text'; readonly text: string }

export interface Answer {
  readonly text: string
  readonly cards: readonly ChatCard[]
  readonly suggestions: readonly string[]
  readonly notices: readonly Notice[]
  readonly finishReason: FinishReason
  readonly context: unknown
  /** Set if the user should verify a destination, for example to keep the history. */
  readonly verification: { readonly reason: string } | null
  /** The snapshot from which it was answered; empty without one. */
  readonly generation: string
}

export interface Assistant {
  /** Rejects if `signal` is aborted. */
  answer(turn: Turn, signal: AbortSignal): AsyncGenerator<AnswerPart, Answer>
}
