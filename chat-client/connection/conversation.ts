/** The conversation that the client shows: its transcript, the messages that wait, and the token that continues it on another socket. */
import type { ServerData, TranscriptMessage } from '@careatlas/contract/chat-frames'
import type { Notice } from '@careatlas/contract/envelopes'
import type { UserEntry } from '../chat-state.ts'
import type { Events } from '../events.ts'
import { type FrameHandlers, handleFrame, type ServerFrame } from './server-frame.ts'
import type { StateStore } from './state-store.ts'
import type { StoredSession } from './stored-session.ts'
import { createTries, notAccepted, Transcript, type UserMessage } from './transcript.ts'
import { uuidV7 } from './uuid-v7.ts'

type Opened = Pick<ServerData<'session.resumed'>, 'conversation_id' | 'messages' | 'has_more' | 'notices'> & {
  readonly resume_token?: string | null | undefined
}

const queueMax = 20

/** What the service has not accepted, and the client still sends. */
const waiting = /queued|sending/

/** In place of the id of a conversation: one that the user begins. */
export const newConversation = 'new'

export class Conversation {
  readonly #store: StateStore
  readonly #stored: StoredSession
  readonly #events: Events
  readonly #transcript = new Transcript()
  /** Of the conversation that is shown. */
  #id: string | null | undefined = null
  /** Continues it on another socket. */
  shownToken: string | null
  /** The anonymous conversation before the sign-in, until the user has decided whether to keep it: each sign-in continues it first. */
  anonymousToken: string | null = null
  /** Whether the service has opened it on this socket. */
  #isEntered = false
  /** What the service follows instead of the shown conversation: the user may still keep that one, or wants a third one. */
  #next: Opened | null = null
  /** It was being sent when the user left its conversation: its text returns to the composer unless the service stores it. */
  #abandonedMessage: UserMessage | null = null

  constructor(store: StateStore, stored: StoredSession, events: Events) {
    this.#store = store
    this.#stored = stored
    this.#events = events
    this.shownToken = stored.values.resumeToken
  }

  /** The conversation that each socket needs first; null: that of the service. */
  get wanted(): string | null {
    return this.#stored.values.wanted
  }

  /** Whether a reloaded page has messages or a user to show. */
  get isContinued(): boolean {
    const { resumeToken, refreshToken } = this.#stored.values
    return (resumeToken ?? refreshToken) !== null
  }

  /** 1 without stored messages. */
  get firstSeq(): number {
    return this.#transcript.firstSeq
  }

  /** 0 without stored messages. */
  get lastSeq(): number {
    return this.#transcript.lastSeq
  }

  /** The message that is sent next. */
  get nextMessage(): UserMessage | undefined {
    return this.#transcript.listByDelivery(waiting)[0]
  }

  get isQueueFull(): boolean {
    return this.#transcript.listByDelivery(waiting).length >= queueMax
  }

  /** Whether the service must open the conversation that the user wants, before more messages. */
  get isAwaited(): boolean {
    return this.wanted !== null && !this.#isEntered
  }

  /** Whether what the service sends belongs to the conversation before a new one. */
  get isNewAwaited(): boolean {
    return this.isAwaited && this.wanted === newConversation
  }

  discardAnonymous(): void {
    this.anonymousToken = null
    this.#setResumeToken()
    this.showNext()
  }

  addMessage(text: string): void {
    this.#transcript.addUser(uuidV7(), text)
    this.#show()
  }

  setSending(id: string): void {
    this.showNext()
    this.setDelivery(id, 'sending')
  }

  setDelivery(id: string, delivery: UserEntry['delivery']): void {
    this.#returnAbandoned()
    this.#transcript.change(id, { delivery })
    this.#show()
  }

  queueFailed(): void {
    for (const { id } of this.#transcript.listByDelivery(/failed/))
      if (!this.isQueueFull) this.#transcript.change(id, { delivery: 'queued', triesLeft: createTries() })
    this.#show()
  }

  setFeedback(answerId: string, feedback: 'up' | 'down'): void {
    this.#transcript.change(answerId, { feedback })
    this.#show()
  }

  /** Appends a text to that of the composer, on lines of its own. */
  returnToComposer(text: string): void {
    const { draft } = this.#store.state
    this.#store.update({ draft: draft === null ? text : `${draft}\n${text}` })
  }

  /** Returns the messages that were not sent to the composer. */
  returnMessages(delivery = waiting): void {
    for (const message of this.#transcript.listByDelivery(delivery)) {
      this.#transcript.remove(message.id)
      if (message.delivery === 'sending') this.#abandonedMessage = message
      else this.returnToComposer(message.text)
    }
    this.#show()
  }

  /** @param id of the conversation that follows; null: that of the service, for which only messages that were never sent return */
  want(id: string | null): void {
    this.#setWanted(id)
    this.#isEntered = false
    this.returnMessages(id === null ? /queued/ : notAccepted)
  }

  #setWanted(wanted: string | null): void {
    this.#stored.update({ wanted })
  }

  /** The service has opened one that is not new. If the user wants another one since, it follows. */
  leaveNew(): void {
    if (this.#isEntered) this.#setWanted(null)
  }

  /** The service has opened it. */
  enter(id: string, opened: Opened): void {
    // Otherwise the user wants another one by now, which the service may refuse.
    this.#isEntered = id === this.wanted
    if (this.#isEntered && id !== newConversation) this.#setWanted(null)
    if (!this.isNewAwaited) this.showOpened(opened)
  }

  /** The service has refused to open it. What was meant for it is not sent to the one that follows. */
  refuse(id: string): void {
    // Otherwise the user wants another one by now.
    if (id !== this.wanted) return
    this.want(null)
    // The anonymous messages stay while the user is asked whether to keep them.
    if (this.shownToken !== this.anonymousToken) this.showNext()
  }

  /** The next conversation begins empty. */
  clear(next: string | null = null): void {
    this.#next = null
    this.want(next)
    this.#transcript.clear()
    this.#setResumeToken(null)
    this.#store.update({ hasEarlier: false, notices: [] })
    this.#show()
  }

  /** What was sent without an acknowledgement is sent again on the next socket. */
  onSocketClosed(): void {
    this.#next = null
    this.#isEntered = false
    this.#returnAbandoned()
    this.#transcript.endArriving()
    for (const { id } of this.#transcript.listByDelivery(/sending/))
      this.#transcript.change(id, { delivery: 'queued' })
    this.#show()
  }

  /** The messages of the anonymous user stay visible while the user is asked whether to keep them. */
  showLater(opened: Opened): void {
    this.anonymousToken ??= this.shownToken
    this.#next = opened
    // The service sends no more of it on this socket, neither answers nor earlier messages.
    this.#transcript.endArriving()
    this.#store.update({ hasEarlier: false })
    this.#show()
  }

  showNext(): void {
    if (this.#next !== null) this.showOpened(this.#next)
  }

  /** Replaces the transcript. */
  showOpened({ conversation_id, messages, has_more, notices, resume_token = null }: Opened): void {
    this.#next = null
    this.#id = conversation_id
    this.#confirm(this.#transcript.replace(messages))
    this.#store.update({ hasEarlier: has_more, notices })
    this.#setResumeToken(resume_token)
    this.#show()
  }

  showResumed(data: ServerData<'session.resumed'>): void {
    const { recovered, messages, notices } = data
    const isShown = this.lastSeq > 0
    if (!isShown || !recovered) {
      this.#next = data
      // The user wants another conversation, which is opened next.
      if (this.wanted !== null && !recovered) return
      // Messages for a conversation that has ended are not sent to the one that follows.
      if (isShown && data.conversation_id !== this.#id) this.returnMessages(notAccepted)
      return this.showNext()
    }
    this.#transcript.removeInterrupted()
    this.#confirm(this.#transcript.add(messages))
    for (const message of messages)
      if (message.role === 'assistant') this.#announce(message.message_id, message)
    this.#store.update({ notices })
    this.#setResumeToken()
    this.#show()
  }

  onFrame(frame: ServerFrame): void {
    if (!Object.hasOwn(this.#handlers, frame.type)) return
    // Another conversation has taken the place of the one whose earlier messages were requested.
    if (frame.type === 'history.page' && !this.#store.state.hasEarlier) return
    this.showNext()
    handleFrame(this.#handlers, frame)
    this.#show()
  }

  readonly #handlers: FrameHandlers = {
    'message.accepted': ({ message_id, seq }) => {
      const accepted = this.#transcript.accept(message_id, seq)
      this.#setResumeToken()
      this.#confirm(accepted)
      if (this.#abandonedMessage !== null) this.#announce(message_id, this.#abandonedMessage)
      this.#abandonedMessage = null
    },
    'message.received': (message) => this.#receive(message),
    'message.started': ({ message_id, answers, notices }) => {
      this.#transcript.startAnswer(message_id, answers, notices)
      this.#addNotices(notices)
    },
    'message.delta': ({ message_id, text }) => this.#transcript.appendText(message_id, text),
    'message.completed': (message) => this.#receive(message, message.answers),
    'history.page': ({ messages, has_more }) => {
      this.#transcript.add(messages)
      this.#store.update({ hasEarlier: has_more })
    },
  }

  #receive(message: TranscriptMessage, answers?: string): void {
    this.#transcript.add([message], answers)
    this.#addNotices(message.notices ?? [])
    this.#announce(message.message_id, message)
  }

  /** The service has these messages, so they are not sent again. */
  #confirm(accepted: readonly UserMessage[]): void {
    for (const message of accepted) {
      this.#setWanted(null)
      this.#announce(message.id, message)
    }
  }

  #announce(id: string, { role, text }: Pick<TranscriptMessage, 'role' | 'text'>): void {
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
  #setResumeToken(token = this.shownToken): void {
    this.shownToken = token
    const resumeToken = this.lastSeq > 0 ? token : this.anonymousToken
    const isAnonymous = this.#store.state.authentication === 'anonymous'
    this.#stored.update({
      resumeToken,
      anonymousResumeToken: isAnonymous ? resumeToken : this.anonymousToken,
    })
  }

  #returnAbandoned(): void {
    const text = this.#abandonedMessage?.text
    this.#abandonedMessage = null
    if (text !== undefined) this.returnToComposer(text)
  }

  #show(): void {
    const { entries, suggestions } = this.#transcript
    this.#store.update({ entries, suggestions })
  }
}
