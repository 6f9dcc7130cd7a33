/** The messages of the conversation that the client shows, in the order of the service. */
import type { TranscriptMessage } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import { append } from '../append.ts'
import type { AnswerEntry, Entry, UserEntry } from '../chat-state.ts'

interface Position {
  /** In the conversation; null until the service has stored the message. */
  readonly seq: number | null
}

/** Its id is the same on each try, so that the service stores it once. */
export interface UserMessage extends UserEntry, Position {
  /** Until the service accepts it, or the user sends it again. */
  readonly triesLeft: TriesLeft
}

interface Answer extends AnswerEntry, Position {
  /** The message of the user that it answers, if it is known. */
  readonly answers: string | null
  readonly suggestions: readonly string[]
}

type Message = UserMessage | Answer

/** How often a message may still be sent, and how many exchanges of tokens it or a sign-in may still cause. */
export interface TriesLeft {
  sends: number
  exchanges: number
}

/** For a new message or sign-in: a message that breaks the connection each time is sent five times. */
export function createTries(): TriesLeft {
  return { sends: 5, exchanges: 2 }
}

/** The deliveries of messages that the service has not accepted. */
export const notAccepted = /queued|sending|failed/

export class Transcript {
  #messages: readonly Message[] = []
  /** The answers whose pieces arrive on the current socket. */
  readonly #arriving = new Set<string>()

  get entries(): readonly Entry[] {
    return this.#messages
  }

  /** What the user can tap after the last answer. */
  get suggestions(): readonly string[] {
    const last = this.#messages[this.#messages.length - 1]
    return last?.role === 'assistant' ? last.suggestions : []
  }

  /** 1 without stored messages. */
  get firstSeq(): number {
    return this.#messages[0]?.seq ?? 1
  }

  /** The last position before the first gap; 0 without messages. What follows is requested again after a reconnection. */
  get lastSeq(): number {
    let last = 0
    for (const { seq } of this.#messages) {
      if (seq === null || (last !== 0 && seq !== last + 1)) break
      last = seq
    }
    return last
  }

  /** The messages of the user whose delivery matches. */
  listByDelivery(delivery: RegExp): readonly UserMessage[] {
    const found: UserMessage[] = []
    for (const message of this.#messages)
      if (message.role === 'user' && delivery.test(message.delivery)) append(found, message)
    return found
  }

  /** Replaces everything except the messages that were not accepted. Returns those that are accepted now. */
  replace(messages: readonly TranscriptMessage[]): readonly UserMessage[] {
    this.clear(this.listByDelivery(notAccepted))
    return this.add(messages)
  }

  clear(kept: readonly Message[] = []): void {
    this.#arriving.clear()
    this.#messages = kept
  }

  /** Adds stored messages, or completes those that the client already has. Returns those that are accepted now. */
  add(messages: readonly TranscriptMessage[], answers: string | null = null): readonly UserMessage[] {
    const accepted: UserMessage[] = []
    for (const message of messages) {
      const known = this.#get(message.message_id)
      if (known?.role === 'user' && known.seq === null) append(accepted, known)
      this.#arriving.delete(message.message_id)
      this.#put({
        ...toMessage(message, answers),
        ...(known?.role === 'assistant' && { feedback: known.feedback }),
      })
    }
    return accepted
  }

  accept(id: string, seq: number): readonly UserMessage[] {
    const known = this.#get(id)
    this.change(id, { seq, delivery: 'accepted' })
    return known?.role === 'user' && known.seq === null ? [known] : []
  }

  addUser(id: string, text: string): void {
    this.#put(toMessage({ message_id: id, role: 'user', text }))
  }

  /** Does nothing without this message. */
  change(id: string, change: Partial<UserMessage> | Partial<Answer>): void {
    const message = this.#get(id)
    if (message !== undefined) this.#put({ ...message, ...change } as Message)
  }

  /** An answer that started again after a restart of the service replaces its unfinished predecessor. */
  startAnswer(id: string, answers: string, notices: readonly Notice[]): void {
    this.#arriving.add(id)
    this.#put(toMessage({ message_id: id, role: 'assistant', text: '', notices }, answers))
  }

  /** Pieces of an answer whose beginning was lost are ignored, because the whole answer follows. */
  appendText(id: string, text: string): void {
    if (this.#arriving.has(id)) this.change(id, { text: `${this.#get(id)?.text ?? ''}${text}` })
  }

  /** After the socket has closed: what has arrived of an answer is shown as incomplete. */
  endArriving(): void {
    for (const id of this.#arriving) this.change(id, { isComplete: true })
    this.#arriving.clear()
  }

  /** On the next socket, they follow as a whole, or another answer has replaced them. */
  removeInterrupted(): void {
    this.#keep(({ role, seq }) => role === 'user' || seq !== null)
  }

  remove(id: string): void {
    this.#keep((message) => message.id !== id)
  }

  #get(id: string): Message | undefined {
    for (const message of this.#messages) if (message.id === id) return message
    return undefined
  }

  #put(message: Message): void {
    const messages: Message[] = []
    let isNew = true
    for (const other of this.#messages) {
      const isSame = other.id === message.id
      if (isSame) isNew = false
      if (!isReplaced(other, message)) insert(messages, isSame ? message : other)
    }
    if (isNew) insert(messages, message)
    this.#messages = messages
  }

  #keep(isKept: (message: Message) => boolean): void {
    const messages: Message[] = []
    for (const message of this.#messages) if (isKept(message)) append(messages, message)
    this.#messages = messages
  }
}

/** Inserts a message at its position. Those without a position stay where they were added, at the end. */
function insert(messages: Message[], message: Message): void {
  let index = messages.length
  for (; index > 0 && position(messages[index - 1]!) > position(message); index -= 1)
    messages[index] = messages[index - 1]!
  messages[index] = message
}

function position({ seq }: Message): number {
  return seq ?? Infinity
}

/** Whether `other` is an answer to the same message that the service has not stored. */
function isReplaced(other: Message, message: Message): boolean {
  return (
    message.role === 'assistant' &&
    other.role === 'assistant' &&
    message.answers !== null &&
    other.answers === message.answers &&
    other.id !== message.id &&
    other.seq === null
  )
}

/** Without a position, the service has not stored it. */
function toMessage(
  stored: Omit<TranscriptMessage, 'seq' | 'ts' | 'notices'> &
    Partial<Pick<TranscriptMessage, 'seq' | 'ts'>> & { readonly notices?: readonly Notice[] | undefined },
  answers: string | null = null,
): Message {
  const { message_id: id, seq = null, role, text, ts: time = new Date().toISOString() } = stored
  const { finish_reason = 'stop', notices = [], cards = [], suggestions = [] } = stored
  const message = { id, seq, text, time }
  const isComplete = seq !== null
  if (role === 'user')
    return { ...message, role, delivery: isComplete ? 'accepted' : 'queued', triesLeft: createTries() }
  const finishReason = isComplete ? finish_reason : null
  return {
    ...message,
    role,
    isComplete,
    finishReason,
    notices,
    cards,
    feedback: null,
    answers,
    suggestions,
  }
}
