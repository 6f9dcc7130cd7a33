/** The messages of a conversation as clients get them. */
import { type Answer } from '../assistant/assistant.ts'
import { chatLimits, type TranscriptMessage } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { MessageBody, StoredMessage } from '@careatlas/state/conversations/conversations'

/** What the state keeps of an answer. */
export interface AnswerBody extends MessageBody {
  readonly cards: Answer['cards']
  readonly suggestions: Answer['suggestions']
  readonly notices: Answer['notices']
  readonly finish_reason: Answer['finishReason']
  readonly context: unknown
  readonly generation: string
}

/** What is stored of an answer; the request for a verification is not. */
export function toAnswerBody(answer: Answer): AnswerBody {
  const { text, cards, suggestions, notices, finishReason, context, generation } = answer
  return { text, cards, suggestions, notices, finish_reason: finishReason, context, generation }
}

export interface StoredAnswer extends StoredMessage {
  readonly body: AnswerBody
  readonly answers: string
}

/** Only this server writes bodies, so they have the shape of their role. */
export function isAnswer(message: StoredMessage): message is StoredAnswer {
  return message.role === 'assistant'
}

/** Without what only the server needs, such as the context of an answer. */
export function toTranscriptMessage(message: StoredMessage): TranscriptMessage {
  const { id, seq, role, body, createdAt } = message
  const shared = { message_id: id, seq, role, text: body.text, ts: new Date(createdAt).toISOString() }
  if (!isAnswer(message)) return shared
  const { cards, suggestions, notices, finish_reason } = message.body
  return { ...shared, cards: [...cards], suggestions: [...suggestions], notices: [...notices], finish_reason }
}

export interface Page {
  readonly messages: TranscriptMessage[]
  readonly has_more: boolean
}

/** Half of the largest frame: the rest is for the envelope and for characters of several bytes. */
const pageCharactersMax = chatLimits.frameBytes / 2

/**
 * The newest of the messages that fit into one frame. `has_more` says whether earlier ones were left out.
 * @param messages ascending; one more than `limit` if there are earlier ones
 */
export function fitPage(messages: readonly StoredMessage[], limit: number): Page {
  const page: TranscriptMessage[] = []
  let characters = 0
  for (const message of messages.slice(-limit).toReversed()) {
    const entry = toTranscriptMessage(message)
    characters += JSON.stringify(entry).length
    if (page.length > 0 && characters > pageCharactersMax) break
    page.unshift(entry)
  }
  return { messages: page, has_more: page.length < messages.length }
}

/** The urgent notices of the answers, each kind once, the latest first. */
export function collectUrgentNotices(messages: readonly StoredMessage[]): Notice[] {
  const byKind = new Map<string, Notice>()
  for (const message of messages.toReversed())
    if (isAnswer(message))
      for (const notice of message.body.notices)
        if (notice.severity === 'urgent' && !byKind.has(notice.kind)) byKind.set(notice.kind, notice)
  return [...byKind.values()]
}
