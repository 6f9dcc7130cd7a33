/** What the interface shows and what it can ask for: the connection implements `Chat`, the interface renders its state. */
import type {
  ChatCard,
  ServerData,
  TranscriptMessage,
  VerificationChannel,
} from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { ServiceChatState } from './service-chat.ts'

/** A message of the transcript, oldest first. */
export type Entry = UserEntry | AnswerEntry

export interface UserEntry {
  readonly role: 'user'
  readonly id: string
  readonly text: string
  /** RFC 3339. */
  readonly time: string
  /** `queued`: waits for the connection or the sign-in; `failed`: was not accepted, and can be sent again. */
  readonly delivery: 'queued' | 'sending' | 'accepted' | 'failed'
}

export interface AnswerEntry {
  readonly role: 'assistant'
  readonly id: string
  readonly text: string
  readonly time: string
  /** False while the answer arrives. */
  readonly isComplete: boolean
  readonly finishReason: TranscriptMessage['finish_reason'] | null
  readonly notices: readonly Notice[]
  readonly cards: readonly ChatCard[]
  /** What the user said about it. */
  readonly feedback: 'up' | 'down' | null
}

/** The form that verifies an address or a number. */
export type VerificationState = DestinationState | CodeState

export interface DestinationState {
  readonly step: 'destination'
  readonly channels: readonly VerificationChannel[]
  readonly reason: string
  readonly problem: VerificationProblem | null
  readonly isBusy: boolean
}

export interface CodeState {
  readonly step: 'code'
  readonly sent: ServerData<'verification.sent'>
  /** Milliseconds since 1970, by the clock of this browser. */
  readonly sentAt: number
  readonly problem: VerificationProblem | null
  readonly isBusy: boolean
}

export type VerificationProblem = ServerData<'verification.failed'>

export type ConversationSummary = ServerData<'conversation.listed'>['conversations'][number]

export interface ChatState extends ServiceChatState {
  /** From the configuration; null before it is loaded. */
  readonly productName: string | null
  readonly messageCharactersMax: number
  readonly entries: readonly Entry[]
  readonly hasEarlier: boolean
  /** Urgent notices of the conversation, for the top of the transcript. */
  readonly notices: readonly Notice[]
  /** What the user can tap after the last answer. */
  readonly suggestions: readonly string[]
  readonly verification: VerificationState | null
  /** Messages from before the sign-in that the user may keep. */
  readonly migration: { readonly messageCount: number } | null
  /** Null until they are listed. */
  readonly conversations: readonly ConversationSummary[] | null
  /** Text that was not sent and belongs back into the composer; the interface takes it with `takeDraft`. */
  readonly draft: string | null
}

export interface Chat {
  readonly state: ChatState
  /** Sets the only listener, which is called after each change. */
  setListener(listener: () => void): void
  open(): void
  close(): void
  /**
   * Queues the text if it cannot be sent yet.
   * @param text neither blank nor too long
   */
  send(text: string): void
  /** Ends the answer that is arriving. */
  cancelAnswer(): void
  /** Connects, signs in or sends the failed message again. */
  retry(): void
  requestEarlier(): void
  takeDraft(): string | null
  startVerification(): void
  requestCode(channel: VerificationChannel, destination: string): void
  submitCode(code: string): void
  cancelVerification(): void
  /** Keeps or drops the messages from before the sign-in. */
  migrate(isKept: boolean): void
  listConversations(): void
  openConversation(id: string): void
  newConversation(): void
  /** Deletes all conversations of a signed-in user, or an anonymous one, from the service. */
  deleteMessages(): void
  /** Resolves to whether the service has stored it. */
  sendFeedback(answerId: string, value: 'up' | 'down', comment?: string): Promise<boolean>
  /** After the consent of the user. Resolves to whether the service has it. */
  shareLocation(position: { readonly lat: number; readonly lng: number }): Promise<boolean>
}
