/** The conversation that the client shows: its transcript, the messages that wait, and the token that continues it on another socket. */
import type { ServerData, TranscriptMessage } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { Events } from '../events.ts'
import { Outbox, type QueuedMessage } from './outbox.ts'
import { type FrameHandlers, handleFrame, type ServerFrame } from './server-frame.ts'
import type { StateStore } from './state-store.ts'
import type { StoredSession } from './stored-session.ts'
import { Transcript } from './transcript.ts'
import { uuidV7 } from './uuid-v7.ts'

type Opened = Pick<ServerData<'session.resumed'>, 'messages' | 'has_more' | 'notices' | 'resume_token'>

export class Conversation {
  readonly #store: StateStore
  readonly #stored: StoredSession
  readonly #events: Events
  readonly #transcript = new Transcript()
  readonly #outbox = new Outbox()
  #resumeToken: string | null
  /** The anonymous conversation before the sign-in, until the user has decided whether to keep it: each sign-in continues it first. */
  anonymousResumeToken: string | null = null
  /** Whether the user has begun it, and the service has not stored it: no other conversation takes its place on the next socket. */
  isNew = false
  /** The conversation that follows the shown one, which the user may still keep. */
  #next: Opened | null = null

  constructor(store: StateStore, stored: StoredSession, events: Events) {
    this.#store = store
    this.#stored = stored
    this.#events = events
    this.#resumeToken = stored.values.resumeToken
  }

  get resumeToken(): string | null {
    return this.#resumeToken
  }

  get firstSeq(): number | null {
    return this.#transcript.firstSeq
  }

  /** 0 without stored messages. */
  get lastSeq(): number {
    return this.#transcript.lastSeq
  }

  /** The message that is sent next. */
  get nextMessage(): QueuedMessage | undefined {
    return this.#outbox.first
  }

  get isQueueFull(): boolean {
    return this.#outbox.isFull
  }

  /** Stored through the sign-in, until the user has decided. */
  setAnonymous(resumeToken: string | null): void {
    this.anonymousResumeToken = resumeToken
    this.#setResumeToken(this.#resumeToken)
  }

  discardAnonymous(): void {
    this.setAnonymous(null)
    this.showNext()
  }

  addMessage(text: string): void {
    const id = uuidV7()
    this.#transcript.addUser(id, text)
    this.#outbox.add(id, text)
    this.#show()
  }

  setSending({ id }: QueuedMessage): void {
    this.showNext()
    this.#transcript.setDelivery(id, 'sending')
    this.#show()
  }

  /** The user can send it again. */
  setFailed({ id }: QueuedMessage): void {
    this.#outbox.remove(id)
    this.#transcript.setDelivery(id, 'failed')
    this.#show()
  }

  queueFailed(): void {
    for (const entry of this.#transcript.entries)
      if (entry.role === 'user' && entry.delivery === 'failed' && !this.#outbox.isFull) {
        this.#transcript.setDelivery(entry.id, 'queued')
        this.#outbox.add(entry.id, entry.text)
      }
    this.#show()
  }

  setFeedback(answerId: string, value: 'up' | 'down'): void {
    this.#transcript.setFeedback(answerId, value)
    this.#show()
  }

  /** Returns a text to the composer; without one, the messages that were not sent. */
  returnToComposer(text: string = this.#takeOutbox()): void {
    if (text === '') return
    const { draft } = this.#store.state
    this.#store.update({ draft: draft === null ? text : `${draft}\n${text}` })
    this.#show()
  }

  /** The next conversation begins empty. */
  clear(): void {
    this.isNew = false
    this.#next = null
    this.returnToComposer()
    this.#transcript.clear()
    this.#setResumeToken(null)
    this.#store.update({ hasEarlier: false, notices: [] })
    this.#show()
  }

  /** What was sent without an acknowledgement is sent again on the next socket. */
  onSocketClosed(): void {
    this.#next = null
    this.#transcript.endArriving()
    for (const { id } of this.#outbox.all) this.#transcript.setDelivery(id, 'queued')
    this.#show()
  }

  /** The messages of the anonymous user stay visible while the user is asked whether to keep them. */
  showLater(opened: Opened): void {
    this.anonymousResumeToken = this.#resumeToken
    this.#next = opened
  }

  showNext(): void {
    if (this.#next !== null) this.showOpened(this.#next)
  }

  /** Replaces the transcript. */
  showOpened({ messages, has_more, notices, resume_token = '' }: Opened): void {
    this.#next = null
    this.#transcript.replace(messages)
    this.#confirm(messages)
    this.#store.update({ hasEarlier: has_more, notices })
    this.#setResumeToken(resume_token || null)
    this.#show()
  }

  showResumed(data: ServerData<'session.resumed'>): void {
    const { recovered, messages, resume_token } = data
    if (!recovered) return this.showOpened(data)
    this.#transcript.removeInterrupted()
    const isComplete = this.lastSeq === 0
    this.#transcript.add(messages)
    this.#confirm(messages)
    if (!isComplete) for (const message of messages) if (message.role === 'assistant') this.#announce(message)
    this.#store.update({ notices: data.notices, ...(isComplete && { hasEarlier: false }) })
    this.#setResumeToken(resume_token ?? this.#resumeToken)
    this.#show()
  }

  onFrame(frame: ServerFrame): void {
    if (!Object.hasOwn(this.#handlers, frame.type)) return
    this.showNext()
    handleFrame(this.#handlers, frame)
    this.#show()
  }

  readonly #handlers: FrameHandlers = {
    'message.accepted': (data) => this.#accept(data),
    'message.received': (message) => {
      this.#transcript.add([message])
      this.#addNotices(message.notices ?? [])
      this.#announce(message)
    },
    'message.started': ({ message_id, answers, notices }) => {
      this.#transcript.startAnswer(message_id, answers, notices)
      this.#addNotices(notices)
    },
    'message.delta': ({ message_id, text }) => this.#transcript.appendText(message_id, text),
    'message.completed': (message) => {
      this.#transcript.add([message], message.answers)
      this.#addNotices(message.notices ?? [])
      this.#announce(message)
    },
    'history.page': ({ messages, has_more }) => {
      this.#transcript.add(messages)
      this.#store.update({ hasEarlier: has_more })
    },
  }

  #accept({ message_id: id, seq }: ServerData<'message.accepted'>): void {
    this.#transcript.setDelivery(id, 'accepted', seq)
    this.#setResumeToken(this.#resumeToken)
    this.#confirm([{ message_id: id }])
  }

  /** The service has these messages, so they are not sent again. */
  #confirm(messages: readonly Pick<TranscriptMessage, 'message_id'>[]): void {
    for (const { message_id: id } of messages) {
      const message = this.#outbox.remove(id)
      if (message === undefined) continue
      this.isNew = false
      this.#events.emit('message', { id, role: 'user', text: message.text })
    }
  }

  #announce({ message_id: id, role, text }: ServerData<'message.received'>): void {
    this.#events.emit('message', { id, role, text })
  }

  /** Urgent notices stay at the top, each kind once. */
  #addNotices(added: readonly Notice[]): void {
    const notices = new Map<string, Notice>()
    for (const notice of added) if (notice.severity === 'urgent') notices.set(notice.kind, notice)
    if (notices.size === 0) return
    for (const notice of this.#store.state.notices)
      if (!notices.has(notice.kind)) notices.set(notice.kind, notice)
    this.#store.update({ notices: [...notices.values()] })
  }

  /** Stored, so that a reload continues the conversation, once it has messages. */
  #setResumeToken(token: string | null): void {
    this.#resumeToken = token
    const { anonymousResumeToken } = this
    const resumeToken = this.lastSeq > 0 ? token : anonymousResumeToken
    const isAnonymous =
      resumeToken === anonymousResumeToken || this.#store.state.authentication === 'anonymous'
    this.#stored.update({ resumeToken, isAnonymous })
  }

  /** Each text is on lines of its own. */
  #takeOutbox(): string {
    let texts = ''
    for (const { id, text } of this.#outbox.all) {
      this.#transcript.remove(id)
      texts += texts === '' ? text : `\n${text}`
    }
    this.#outbox.clear()
    return texts
  }

  #show(): void {
    const { entries, suggestions } = this.#transcript
    this.#store.update({ entries, suggestions })
  }
}
