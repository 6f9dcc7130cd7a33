/**
 * The conversation that a socket shows. It is stored with its first message, so that a client that sends nothing causes no rows, and
 * its messages arrive in order.
 */
import { chatLimits, type ServerData, type ServerFrameType } from '@careatlas/contract/chat-frames'
import { ApiError } from '@careatlas/contract/errors'
import {
  type ConversationDraft,
  type ConversationKey,
  type Conversations,
  draftConversation,
  type Owner,
} from '@careatlas/state/conversations/conversations'
import type { ChatSocket, FrameOptions } from '../socket/chat-socket.ts'
import type { ConversationHub, Listener } from './conversation-hub.ts'
import { collectUrgentNotices, fitPage, type Page } from './transcript.ts'

export interface ShownConversationOptions {
  readonly socket: Pick<ChatSocket, 'send'>
  readonly conversations: Conversations
  readonly hub: ConversationHub
  readonly onFailure: (error: unknown) => void
}

interface Current extends ConversationDraft {
  readonly isStored: boolean
}

/** What a client needs to show a conversation, as the frames have it. */
export type OpenedConversation = Omit<ServerData<'conversation.opened'>, keyof Page> & Page

/** The messages of its own that a socket remembers, so that it does not get them back. */
const authoredMax = 64

const limit = chatLimits.messagesPerPage

export class ShownConversation implements Listener, Disposable {
  readonly #options: ShownConversationOptions
  readonly #authored = new Set<string>()
  #current: Current = { ...draftConversation(), isStored: false }
  #isDisposed = false
  seenSeq = 0

  constructor(options: ShownConversationOptions) {
    this.#options = options
    options.hub.join(this.id, this)
  }

  get id(): string {
    return this.#current.conversationId
  }

  get isStored(): boolean {
    return this.#current.isStored
  }

  /** The transcript of a conversation that is not stored yet. */
  get empty(): OpenedConversation {
    const { conversationId, epoch, resumeToken } = this.#current
    const transcript = { messages: [], has_more: false, notices: [] }
    return { conversation_id: conversationId, epoch, resume_token: resumeToken, ...transcript }
  }

  send<Type extends ServerFrameType>(type: Type, data: ServerData<Type>, options: FrameOptions = {}): void {
    this.#options.socket.send(type, data, options)
  }

  isAuthor(messageId: string): boolean {
    return this.#authored.has(messageId)
  }

  /** In another tab, or by the operator. An empty conversation follows. */
  onDeleted(): void {
    this.send('conversation.deleted', { conversation_id: this.id })
    this.openNew()
  }

  rememberAuthored(messageId: string): void {
    this.#authored.add(messageId)
    if (this.#authored.size > authoredMax) this.#authored.delete(this.#authored.values().next().value!)
  }

  /** Stores the conversation before its first message; does nothing if it is stored. */
  async store(owner: Owner): Promise<void> {
    if (this.#current.isStored) return
    await this.#options.conversations.create(owner, this.#current)
    this.#current = { ...this.#current, isStored: true }
  }

  openNew(): OpenedConversation {
    this.#show({ ...draftConversation(), isStored: false })
    return this.empty
  }

  /** Shows a stored conversation; without a resume token, the client gets a new one. See `reopen`. */
  async open(key: ConversationKey, resumeToken?: string): Promise<OpenedConversation> {
    const token = resumeToken ?? (await this.#options.conversations.issueResumeToken(key.conversationId))
    const [previous, seenSeq] = [this.#current, this.seenSeq]
    const next = { ...key, resumeToken: token, isStored: true }
    this.#show(next)
    try {
      return await this.reopen()
    } catch (error) {
      if (this.#current === next) this.#show(previous, seenSeq)
      throw error
    }
  }

  /**
   * Loads the newest page. Messages that arrive meanwhile follow as frames, so the caller sends the result at once. Rejects with
   * `not_found` if the conversation is deleted meanwhile.
   */
  async reopen(): Promise<OpenedConversation> {
    const current = this.#current
    if (!current.isStored) return this.empty
    const { conversations } = this.#options
    const { seenSeq } = this
    this.seenSeq = Infinity
    const newest = await conversations.before(this.id, null, limit + 1).catch((error: unknown) => {
      if (this.#current === current) this.#catchUp(seenSeq)
      throw error
    })
    if (this.#current !== current) throw new ApiError('not_found', 'This conversation was deleted.')
    this.#catchUp(newest.at(-1)?.seq ?? 0)
    return { ...this.empty, notices: collectUrgentNotices(newest), ...fitPage(newest, limit) }
  }

  /** @param beforeSeq null: the newest page */
  async readPage(beforeSeq: number | null, count: number): Promise<Page> {
    return fitPage(await this.#options.conversations.before(this.id, beforeSeq, count + 1), count)
  }

  /** The socket has closed. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#options.hub.leave(this.id, this)
  }

  #show(next: Current, seenSeq = next.isStored ? Infinity : 0): void {
    const { hub } = this.#options
    hub.leave(this.id, this)
    this.#current = next
    // A socket may close while its last frame is being handled.
    if (!this.#isDisposed) hub.join(this.id, this)
    this.#catchUp(seenSeq)
  }

  /** The messages after this position follow as frames. */
  #catchUp(seenSeq: number): void {
    const { hub, onFailure } = this.#options
    this.seenSeq = seenSeq
    if (this.isStored && seenSeq < Infinity) void hub.catchUp(this.id).catch(onFailure)
  }
}
