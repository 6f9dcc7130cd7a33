/**
 * Delivers the messages of each conversation to all sockets that show it, on each server, in the order of the transcript. An event only
 * says that there may be something new; what is delivered is always read from the state.
 */
import type { ServerData, ServerFrameType } from '@careatlas/contract/chat-frames'
import type { ConversationEvents } from '@careatlas/state/conversations/conversation-events'
import type { Conversations, StoredMessage } from '@careatlas/state/conversations/conversations'
import { isAnswer, toTranscriptMessage } from './transcript.ts'

/** A socket that shows a conversation. */
export interface Listener {
  /** The position of the last message that it has, which the hub advances; Infinity while it loads its first page. */
  seenSeq: number
  send<Type extends ServerFrameType>(
    type: Type,
    data: ServerData<Type>,
    options?: { readonly seq?: number },
  ): void
  /** Whether it sent this message itself, and has its acknowledgement. */
  isAuthor(messageId: string): boolean
  onDeleted(): void
}

/** The messages that one read returns. */
const batchSize = 50

export class ConversationHub implements Disposable {
  readonly #conversations: Pick<Conversations, 'after'>
  readonly #events: ConversationEvents
  readonly #onFailure: (error: unknown) => void
  readonly #listeners = new Map<string, Set<Listener>>()
  /** The pending delivery of each conversation. */
  readonly #deliveries = new Map<string, Promise<void>>()
  readonly #subscription: Disposable

  constructor(
    conversations: Pick<Conversations, 'after'>,
    events: ConversationEvents,
    onFailure: (error: unknown) => void,
  ) {
    this.#conversations = conversations
    this.#events = events
    this.#onFailure = onFailure
    this.#subscription = events.subscribe((event) => {
      if ('missed' in event) for (const id of this.#listeners.keys()) void this.#deliver(id)
      else if ('deleted' in event) this.#drop(event.conversationId)
      else void this.#deliver(event.conversationId)
    })
  }

  join(conversationId: string, listener: Listener): void {
    const listeners = this.#listeners.get(conversationId) ?? new Set()
    this.#listeners.set(conversationId, listeners.add(listener))
  }

  leave(conversationId: string, listener: Listener): void {
    const listeners = this.#listeners.get(conversationId)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#listeners.delete(conversationId)
  }

  /** Delivers what the sockets of this server have not seen. */
  catchUp(conversationId: string): Promise<void> {
    return this.#deliver(conversationId)
  }

  /** Delivers the messages that were just added, also on the other servers. Resolves when the sockets of this server have them. */
  async announce(conversationId: string, seq: number): Promise<void> {
    // The subscription of this hub begins the delivery.
    await this.#events.publish({ conversationId, seq })
    await this.#deliveries.get(conversationId)
  }

  /** Notifies the sockets of all servers that a conversation no longer exists. */
  async announceDeletion(conversationId: string): Promise<void> {
    await this.#events.publish({ conversationId, deleted: true })
  }

  /** Sends a frame that is not part of the transcript, such as a piece of an answer, to the sockets of this server. */
  broadcast<Type extends ServerFrameType>(conversationId: string, type: Type, data: ServerData<Type>): void {
    for (const listener of this.#listenersOf(conversationId)) listener.send(type, data)
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]()
  }

  /** Deliveries of one conversation follow each other, so that each socket gets each message once and in order. */
  #deliver(conversationId: string): Promise<void> {
    if (!this.#listeners.has(conversationId)) return Promise.resolve()
    const previous = this.#deliveries.get(conversationId) ?? Promise.resolve()
    const delivery = previous.then(() => this.#readAndSend(conversationId)).catch(this.#onFailure)
    this.#deliveries.set(conversationId, delivery)
    return delivery.finally(() => {
      if (this.#deliveries.get(conversationId) === delivery) this.#deliveries.delete(conversationId)
    })
  }

  async #readAndSend(conversationId: string): Promise<void> {
    for (;;) {
      const afterSeq = Math.min(...Array.from(this.#listenersOf(conversationId), ({ seenSeq }) => seenSeq))
      // Without listeners, or while all of them load their first page.
      if (afterSeq === Infinity) return
      const messages = await this.#conversations.after(conversationId, afterSeq, batchSize)
      // During the read, listeners may have left for other conversations, or come; those that are behind get a read of their own.
      const listeners = [...this.#listenersOf(conversationId)].filter(({ seenSeq }) => seenSeq >= afterSeq)
      for (const message of messages) for (const listener of listeners) deliver(message, listener)
      if (messages.length < batchSize) return
    }
  }

  #drop(conversationId: string): void {
    // A listener leaves when it is called.
    const listeners = Array.from(this.#listenersOf(conversationId))
    for (const listener of listeners) listener.onDeleted()
  }

  #listenersOf(conversationId: string): ReadonlySet<Listener> {
    return this.#listeners.get(conversationId) ?? new Set()
  }
}

function deliver(message: StoredMessage, listener: Listener): void {
  const { seq } = message
  if (seq <= listener.seenSeq) return
  listener.seenSeq = seq
  const entry = toTranscriptMessage(message)
  if (isAnswer(message)) listener.send('message.completed', { ...entry, answers: message.answers }, { seq })
  else if (!listener.isAuthor(message.id)) listener.send('message.received', entry, { seq })
}
