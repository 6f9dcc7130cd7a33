/**
 * One client of the chat: anonymous first, then signed in, refreshed, and signed out when its token ends. The socket passes one frame
 * at a time, in order.
 */
import {
  chatLimits,
  type ClientData,
  type ClientFrame,
  closeCodes,
  type ProfileSync,
  type ServerData,
  type ServerFrameType,
} from '@careatlas/contract/chat-frames'
import { ApiError } from '@careatlas/contract/errors'
import { roundPoint } from '@careatlas/directory/distance'
import type { Conversations, StoredMessage } from '@careatlas/state/conversations/conversations'
import type { Partner } from '@careatlas/state/partners'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import type { Audit } from '../../access/audit.ts'
import type { ChatSocket, FrameOptions } from '../socket/chat-socket.ts'
import { TokenBucket } from '../socket/token-bucket.ts'
import { type ChatIdentity, chatSubject, type ChatTokens, type IssuedTokens } from '../tokens/chat-tokens.ts'
import type { Answering, Asker } from './answering.ts'
import type { ConversationHub } from './conversation-hub.ts'
import { readProfile } from './profile.ts'
import { type OpenedConversation, ShownConversation } from './shown-conversation.ts'
import { toTranscriptMessage } from './transcript.ts'
import type { Verification } from './verification.ts'

export interface SessionOptions {
  readonly partner: Partner
  readonly socket: ChatSocket
  /** The public address by which the client reached the service. */
  readonly url: string
  readonly conversations: Conversations
  readonly hub: ConversationHub
  readonly answering: Answering
  readonly tokens: ChatTokens
  readonly verification: Verification
  readonly channels: ServerData<'verification.required'>['channels']
  /** Counts a message against the address of the client. Rejects with `rate_limited`. */
  readonly countMessage: () => Promise<void>
  /** Passes a conversation to a person; null if the operator has set no HANDOFF_URL. */
  readonly handOff: ((content: object) => Promise<void>) | null
  readonly audit: Audit
  readonly onFailure: (error: unknown) => void
}

export class ChatSession {
  readonly #options: SessionOptions
  readonly #shown: ShownConversation
  readonly #messages = new TokenBucket({
    burst: chatLimits.messagesPerMinute,
    perSecond: chatLimits.messagesPerMinute / 60,
  })
  #identity: ChatIdentity | null = null
  #profile: ProfileSync | null = null
  #location: Asker['location'] = null
  /** Moves the messages of this socket's anonymous conversation to its user. */
  #migrationToken: string | null = null
  /** Answers that this client waits for. */
  #pendingAnswers = 0

  constructor(options: SessionOptions) {
    this.#options = options
    this.#shown = new ShownConversation(options)
  }

  /** Sends the first two frames. */
  start(): void {
    const { messageCharacters, frameBytes, messagesPerMinute, heartbeatSeconds } = chatLimits
    this.#send('session.started', {
      session_id: uuidV7(),
      server_time: new Date().toISOString(),
      protocol: '1',
      heartbeat_s: heartbeatSeconds,
      limits: {
        max_message_chars: messageCharacters,
        max_frame_bytes: frameBytes,
        messages_per_min: messagesPerMinute,
      },
    })
    this.#send('sdk.session.created', {
      sdk_session_id: uuidV7(),
      authenticated: false,
      ...this.#shown.empty,
    })
  }

  #send<Type extends ServerFrameType>(type: Type, data: ServerData<Type>, options: FrameOptions = {}): void {
    this.#options.socket.send(type, data, options)
  }

  get identity(): ChatIdentity | null {
    return this.#identity
  }

  /** The authority of a client ends with its token. */
  #isExpired(): boolean {
    return this.#identity !== null && this.#identity.expiresAt <= Date.now()
  }

  /** An answer in progress is completed first. */
  closeIfExpired(): void {
    if (this.#isExpired() && this.#pendingAnswers === 0)
      this.#options.socket.close(closeCodes.authenticationExpired, 'the access token has expired')
  }

  /** The socket has closed. */
  leave(): void {
    this.#shown[Symbol.dispose]()
  }

  async handle(frame: ClientFrame): Promise<void> {
    const re = frame.id
    if (this.#isExpired() && !framesWithoutAuthority.has(frame.type)) return this.#fail('token_expired', re)
    switch (frame.type) {
      case 'auth.upgrade':
        return this.#upgrade(frame.data, re)
      case 'auth.refresh':
        return this.#refresh(frame.data, re)
      case 'message.send':
        return this.#sendMessage(frame.data, re)
      case 'message.cancel':
        return this.#cancelAnswer(frame.data)
      case 'message.feedback':
        return this.#storeFeedback(frame.data, re)
      case 'history.get':
        return this.#sendHistory(frame.data, re)
      case 'history.migrate':
        return this.#migrate(frame.data, re)
      case 'session.resume':
        return this.#resume(frame.data, re)
      case 'conversation.list':
        return this.#listConversations(re)
      case 'conversation.new':
        return this.#newConversation(re)
      case 'conversation.open':
        return this.#openConversation(frame.data, re)
      case 'verification.start':
        return this.#startVerification(frame.data, re)
      case 'verification.submit':
        return this.#submitVerification(frame.data, re)
      case 'verification.cancel':
        return this.#cancelVerification(frame.data, re)
      case 'location.share':
        return this.#shareLocation(frame.data, re)
      case 'handoff.request':
        return this.#handOff(frame.data, re)
      case 'ping':
        return this.#send('pong', {}, { re })
    }
  }

  // Messages

  async #sendMessage({ message_id, text }: ClientData<'message.send'>, re: string): Promise<void> {
    if (this.#identity === null && !this.#options.partner.authTypes.includes('passwordless'))
      return this.#fail('not_allowed', re)
    await this.#countMessage()
    // The user may have deleted everything meanwhile, which ends the token.
    if (
      !this.#shown.isStored &&
      this.#identity !== null &&
      !(await this.#options.tokens.isActive(this.#identity))
    )
      return this.#fail('token_invalid', re)
    await this.#shown.store(this.#owner())
    const conversationId = this.#shown.id
    this.#shown.rememberAuthored(message_id)
    const { conversations, hub } = this.#options
    const message = { id: message_id, role: 'user', body: { text } } as const
    const { seq, isNew } = await conversations.append(conversationId, message)
    this.#send('message.accepted', { message_id, seq }, { re })
    await hub.announce(conversationId, seq)
    if (isNew) this.#answer(conversationId, { ...message, seq, createdAt: Date.now() })
    else await this.#answerUnanswered(conversationId, seq)
  }

  async #countMessage(): Promise<void> {
    if (!this.#messages.take()) {
      const seconds = this.#messages.retryAfterSeconds
      throw new ApiError('rate_limited', `Too many messages; try again in ${seconds} seconds.`, seconds)
    }
    await this.#options.countMessage()
  }

  /** Answers in the background, because the client may cancel or send more in the meantime. */
  #answer(conversationId: string, message: StoredMessage): void {
    const { answering } = this.#options
    const asker: Asker = {
      partner: this.#options.partner.identifier,
      profile: this.#profile,
      location: this.#location,
      isVerified: this.#identity !== null,
      canVerify: this.#canVerify(),
    }
    void this.#awaitAnswer(conversationId, answering.answer(conversationId, message, asker))
  }

  async #awaitAnswer(conversationId: string, pending: ReturnType<Answering['answer']>): Promise<void> {
    const { channels, socket, onFailure } = this.#options
    this.#pendingAnswers += 1
    try {
      const verification = (await pending)?.verification ?? null
      if (verification !== null && this.#identity === null && this.#canVerify())
        this.#send('verification.required', { channels, reason: verification.reason })
    } catch (error) {
      if (!(error instanceof ApiError)) onFailure(error)
      // The user no longer sees the conversation if it was left, moved or deleted.
      if (conversationId === this.#shown.id) socket.sendError(error)
    } finally {
      this.#pendingAnswers -= 1
    }
  }

  #canVerify(): boolean {
    const { partner, channels } = this.#options
    return channels.length > 0 && partner.authTypes.includes('passwordless')
  }

  async #cancelAnswer({ message_id }: ClientData<'message.cancel'>): Promise<void> {
    // An answer that has just been completed cannot be canceled; the client has it.
    this.#options.answering.cancel(this.#shown.id, message_id)
  }

  async #storeFeedback(feedback: ClientData<'message.feedback'>, re: string): Promise<void> {
    const { message_id: messageId, value, comment = null } = feedback
    const { conversations } = this.#options
    const isStored = await conversations.storeFeedback({
      conversationId: this.#shown.id,
      messageId,
      value,
      comment,
    })
    if (!isStored) throw new ApiError('not_found', 'This conversation has no such answer.')
    this.#send('message.feedback_stored', { message_id: messageId }, { re })
  }

  // Conversations

  async #sendHistory(
    { before_seq, limit = chatLimits.messagesPerPage }: ClientData<'history.get'>,
    re: string,
  ): Promise<void> {
    this.#send('history.page', await this.#shown.readPage(before_seq ?? null, limit), { re })
  }

  async #resume({ resume_token, last_seq }: ClientData<'session.resume'>, re: string): Promise<void> {
    const { conversations, partner } = this.#options
    const found = await conversations.resume(partner.identifier, resume_token)
    // The token of an identified conversation works only after the upgrade of the same user.
    if (found === null || found.subject !== (this.#identity?.subject ?? null))
      return this.#send('session.resumed', { recovered: false, ...(await this.#shown.reopen()) }, { re })
    const opened = await this.#shown.open(found, resume_token)
    const isRecovered = isCovered(last_seq, opened.messages)
    const messages = isRecovered ? opened.messages.filter(({ seq }) => seq > last_seq) : opened.messages
    this.#send('session.resumed', { recovered: isRecovered, ...opened, messages }, { re })
    await this.#answerUnanswered(found.conversationId, newestSeqOf(opened))
  }

  /** A server that was stopped leaves messages without an answer, and so does a move of the conversation. */
  async #answerUnanswered(conversationId: string, newestSeq: number): Promise<void> {
    const { conversations } = this.#options
    const [after, limit] = [newestSeq - unansweredWindow, chatLimits.messagesPerPage]
    for (const message of await conversations.unanswered(conversationId, after, limit))
      this.#answer(conversationId, message)
  }

  async #listConversations(re: string): Promise<void> {
    const { conversations, partner } = this.#options
    const subject = this.#identity?.subject ?? null
    const listed =
      subject === null
        ? []
        : await conversations.list(partner.identifier, subject, chatLimits.conversationsListed)
    this.#send(
      'conversation.listed',
      {
        conversations: listed.map(({ conversationId, title, updatedAt, messageCount }) => ({
          conversation_id: conversationId,
          title,
          updated_at: new Date(updatedAt).toISOString(),
          message_count: messageCount,
        })),
      },
      { re },
    )
  }

  async #newConversation(re: string): Promise<void> {
    this.#send('conversation.opened', this.#shown.openNew(), { re })
  }

  async #openConversation({ conversation_id }: ClientData<'conversation.open'>, re: string): Promise<void> {
    const { conversations } = this.#options
    const owner = this.#owner()
    const found = owner.subject === null ? null : await conversations.open(conversation_id, owner)
    if (found === null) throw new ApiError('not_found', 'You have no such conversation.')
    const opened = await this.#shown.open(found)
    this.#send('conversation.opened', opened, { re })
    await this.#answerUnanswered(conversation_id, newestSeqOf(opened))
  }

  #owner() {
    return { partner: this.#options.partner.identifier, subject: this.#identity?.subject ?? null }
  }

  // Identity

  async #upgrade({ access_token, profile_sync }: ClientData<'auth.upgrade'>, re: string): Promise<void> {
    const identity = await this.#checkToken(access_token, re)
    if (identity === null) return
    if (this.#identity !== null && this.#identity.subject !== identity.subject)
      return this.#options.socket.close(closeCodes.identityChanged, 'open a new socket for another user')
    this.#profile = readProfile(profile_sync) ?? this.#profile
    await this.#signIn(identity, re, null)
  }

  async #refresh({ access_token }: ClientData<'auth.refresh'>, re: string): Promise<void> {
    const identity = await this.#checkToken(access_token, re)
    if (identity === null) return
    if (identity.subject !== this.#identity?.subject) return this.#fail('identity_mismatch', re)
    this.#identity = identity
    this.#send('auth.refreshed', { expires_at: new Date(identity.expiresAt).toISOString() }, { re })
  }

  /** Sends `auth.failed` and returns null for a token that is not valid here. */
  async #checkToken(token: string, re: string): Promise<ChatIdentity | null> {
    const { tokens, partner } = this.#options
    const checked = await tokens.check(token, partner.identifier)
    if (checked !== null && checked !== 'expired') return checked
    this.#fail(checked === 'expired' ? 'token_expired' : 'token_invalid', re)
    return null
  }

  #fail(code: keyof typeof authFailures, re: string): void {
    this.#send('auth.failed', { code, ...authFailures[code] }, { re })
  }

  async #signIn(identity: ChatIdentity, re: string, token: IssuedTokens | null): Promise<void> {
    const { conversations, partner } = this.#options
    const anonymousId = this.#identity === null && this.#shown.isStored ? this.#shown.id : null
    const { migration_token, ...migration } = await this.#offerMigration(anonymousId)
    const isAutomatic = partner.historyMigration === 'auto'
    const latest = await conversations.latest(partner.identifier, identity.subject)
    const opened = latest === null ? this.#shown.openNew() : await this.#shown.open(latest)
    this.#identity = identity
    const firstName = this.#profile?.user_profile?.first_name ?? null
    this.#send(
      'auth.upgraded',
      {
        user: { id: identity.subject, display_name: firstName },
        expires_at: new Date(identity.expiresAt).toISOString(),
        ...opened,
        // Without the token, the client does not ask the user.
        migration: isAutomatic ? migration : { ...migration, migration_token },
        ...(token !== null && { token }),
      },
      { re },
    )
    if (isAutomatic && migration_token !== undefined) await this.#migrate({ migration_token }, re)
    else if (latest !== null) await this.#answerUnanswered(latest.conversationId, newestSeqOf(opened))
  }

  async #offerMigration(anonymousId: string | null): Promise<ServerData<'auth.upgraded'>['migration']> {
    const { conversations, partner } = this.#options
    if (anonymousId === null || partner.historyMigration === 'off')
      return { available: false, message_count: 0 }
    const [last] = await conversations.before(anonymousId, null, 1)
    const token = await conversations.issueMigrationToken(anonymousId)
    this.#migrationToken = token
    return { available: true, message_count: last?.seq ?? 0, migration_token: token }
  }

  /** The token is valid once, and only on the socket that got it. */
  async #migrate({ migration_token }: ClientData<'history.migrate'>, re: string): Promise<void> {
    const { conversations, partner, hub, audit } = this.#options
    const subject = this.#identity?.subject ?? null
    const isOurs = subject !== null && migration_token === this.#migrationToken
    const moved = isOurs
      ? await conversations.migrate(migration_token, { partner: partner.identifier, subject })
      : null
    if (moved === null)
      throw new ApiError('not_found', 'There is no history to move, or it was moved already.')
    this.#migrationToken = null
    audit({ event: 'chat_history_moved', ...this.#auditedUser() })
    const { messageCount, deletedId, ...key } = moved
    const opened = await this.#shown.open(key)
    this.#send('history.migrated', { message_count: messageCount, ...opened }, { re })
    await hub.announce(key.conversationId, this.#shown.seenSeq)
    await hub.announceDeletion(deletedId)
    // An answer that was composed for the deleted conversation is lost.
    await this.#answerUnanswered(key.conversationId, newestSeqOf(opened))
  }

  // Verification

  async #startVerification(
    { channel, destination }: ClientData<'verification.start'>,
    re: string,
  ): Promise<void> {
    if (!this.#canVerify()) return this.#fail('not_allowed', re)
    const result = await this.#options.verification.start(channel, destination)
    if ('challenge_id' in result) this.#send('verification.sent', result, { re })
    else this.#send('verification.failed', result, { re })
  }

  async #submitVerification(
    { challenge_id, code }: ClientData<'verification.submit'>,
    re: string,
  ): Promise<void> {
    const { verification, tokens, partner, audit } = this.#options
    const result = await verification.submit(challenge_id, code)
    if (!('destination' in result)) return this.#send('verification.failed', result, { re })
    const subject = chatSubject(partner.identifier, 'passwordless', result.destination)
    if (this.#identity !== null && this.#identity.subject !== subject)
      return this.#options.socket.close(closeCodes.identityChanged, 'open a new socket for another user')
    const issued = await tokens.issue(partner, subject, this.#options.url)
    const identity = await this.#checkToken(issued.access_token, re)
    if (identity === null) return
    await this.#signIn(identity, re, issued)
    audit({ event: 'chat_signed_in', ...this.#auditedUser() })
  }

  async #cancelVerification({ challenge_id }: ClientData<'verification.cancel'>, re: string): Promise<void> {
    if (await this.#options.verification.cancel(challenge_id))
      this.#send('verification.cancelled', { challenge_id }, { re })
  }

  // Hand-off and location

  async #handOff({ contact, note }: ClientData<'handoff.request'>, re: string): Promise<void> {
    const { handOff, conversations, partner, audit, onFailure } = this.#options
    if (handOff === null) throw new ApiError('not_found', 'This chat cannot be passed to a person.')
    const conversationId = this.#shown.id
    const messages = await conversations.before(conversationId, null, chatLimits.messagesPerPage)
    const content = {
      type: 'handoff',
      partner: partner.identifier,
      conversation_id: conversationId,
      user_id: this.#identity?.subject ?? null,
      contact: contact ?? null,
      note: note ?? null,
      messages: messages.map(toTranscriptMessage),
    }
    try {
      await handOff(content)
    } catch (error) {
      if (error instanceof ApiError) throw error
      onFailure(error)
      throw new ApiError(
        'unavailable',
        'The conversation was not passed on, because its receiver is unavailable.',
      )
    }
    audit({ event: 'chat_handed_off', ...this.#auditedUser(), conversationId })
    this.#send('handoff.accepted', {}, { re })
  }

  #auditedUser() {
    return {
      partner: this.#options.partner.identifier,
      ...(this.#identity !== null && { userId: this.#identity.subject }),
    }
  }

  /** Kept in memory only, for the answers of this socket, and never with the identity of the user. */
  async #shareLocation(point: ClientData<'location.share'>, re: string): Promise<void> {
    const location = roundPoint(point)
    this.#location = location
    this.#send('location.shared', location, { re })
  }
}

/** Messages without an answer are looked for among this many newest messages of a conversation. */
const unansweredWindow = 1000

function newestSeqOf({ messages }: OpenedConversation): number {
  return messages.at(-1)?.seq ?? 0
}

/** What a client may send after the end of its token: a new token or a verification, and pings. */
const framesWithoutAuthority: ReadonlySet<ClientFrame['type']> = new Set([
  'auth.upgrade',
  'auth.refresh',
  'verification.start',
  'verification.submit',
  'verification.cancel',
  'ping',
])

const authFailures = {
  token_expired: {
    message: 'The access token has expired. Get a new one and upgrade again.',
    retryable: true,
  },
  token_invalid: { message: 'The access token is not valid for this chat.', retryable: false },
  identity_mismatch: { message: 'The access token belongs to another user.', retryable: false },
  not_allowed: { message: 'This partner does not allow this without signing in.', retryable: false },
} as const

/** Whether the newest messages follow the last one that a client has without a gap, and the client is not ahead of them. */
function isCovered(lastSeq: number, newest: readonly { readonly seq: number }[]): boolean {
  const [first, last] = [newest.at(0)?.seq ?? 1, newest.at(-1)?.seq ?? 0]
  return first <= lastSeq + 1 && lastSeq <= last
}
