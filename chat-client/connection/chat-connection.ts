/** The chat that the interface renders: what the user does goes to the service, and its frames change the state. */
import type { ServerData, VerificationChannel } from '@careatlas/contract/chat-frames'
import { parseAccessToken } from '../authentication/access-token.ts'
import type { Chat, ChatState } from '../chat-state.ts'
import type { Events } from '../events.ts'
import type { AuthenticationSettings, ChatSettings } from '../read-options.ts'
import type { ServiceChatState } from '../service-chat.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { Conversation, newConversation } from './conversation.ts'
import { toError } from './replies.ts'
import { type FrameHandlers, handleFrame, type ServerFrame } from './server-frame.ts'
import { ServiceLink } from './service-link.ts'
import { StateStore } from './state-store.ts'
import { StoredSession } from './stored-session.ts'
import { VerificationForm } from './verification-form.ts'

export class ChatConnection implements Chat {
  readonly #events: Events
  readonly #store: StateStore
  readonly #stored: StoredSession
  readonly #conversation: Conversation
  readonly #verification: VerificationForm
  readonly #link: ServiceLink
  #migrationToken: string | null = null
  /** Of the anonymous conversation whose user has entered a code, and may have left it since. */
  #verifiedToken: string | null = null
  /** Whether the user has listed the conversations, and no list is on its way. */
  #hasListed = false

  constructor(settings: ChatSettings, events: Events) {
    const { serviceUrl, partnerIdentifier, storage, container } = settings
    this.#events = events
    this.#store = new StateStore(events)
    this.#verification = new VerificationForm(this.#store)
    this.#stored = new StoredSession(
      `service-chat ${serviceUrl} ${partnerIdentifier} ${container.id}`,
      storage,
    )
    this.#conversation = new Conversation(this.#store, this.#stored, events)
    this.#link = new ServiceLink({
      settings,
      store: this.#store,
      stored: this.#stored,
      conversation: this.#conversation,
      onFrame: (frame) => this.#onFrame(frame),
      events,
      onSocketClosed: () => {
        this.#offerMigration(null)
        this.#conversation.onSocketClosed()
      },
      onUserChanged: () => this.#forgetUser(),
    })
    this.#store.update({ isOpen: this.#stored.values.isOpen })
  }

  get state(): ChatState {
    return this.#store.state
  }

  /** What the page can read. */
  get publicState(): ServiceChatState {
    return this.#store.publicState
  }

  setListener(listener: () => void): void {
    this.#store.setListener(listener)
  }

  /** Begins to use the network. */
  start(): void {
    this.#link.start()
  }

  destroy(): void {
    this.#link.destroy()
    this.#stored.release()
  }

  /** Ends the session and begins another one. Rejects with ServiceChatError. */
  setAuthentication(authentication: AuthenticationSettings): Promise<void> {
    return this.#link.setAuthentication(authentication)
  }

  // What the user does

  open(): void {
    if (this.state.isOpen) return
    this.#setOpen(true)
    // Only for messages that are not shown: after a failure, the user decides.
    const { isContinued, lastSeq } = this.#conversation
    if (isContinued && lastSeq === 0) this.#link.connect()
  }

  close(): void {
    if (!this.state.isOpen) return
    this.#setOpen(false)
  }

  #setOpen(isOpen: boolean): void {
    this.#stored.update({ isOpen })
    this.#store.update({ isOpen })
    this.#events.emit(isOpen ? 'open' : 'close', this.publicState)
  }

  send(text: string): void {
    const problem = this.#findSendProblem()
    if (problem !== null) {
      this.#conversation.returnToComposer(text)
      return this.#store.report(problem)
    }
    this.#store.update({ problem: null })
    this.#conversation.addMessage(text)
    this.#link.connect()
  }

  #findSendProblem(): ChatState['problem'] {
    const { connection, problem } = this.state
    if (connection === 'blocked') return problem
    return this.#conversation.isQueueFull
      ? new ServiceChatError('queue_full', 'Too many messages are waiting.', false)
      : null
  }

  retry(): void {
    if (this.state.connection === 'blocked') return
    this.#conversation.queueFailed()
    this.#link.retry()
    this.#listAgain()
  }

  takeDraft(): string | null {
    const { draft } = this.state
    this.#store.update({ draft: null })
    return draft
  }

  cancelAnswer(): void {
    for (const entry of this.state.entries)
      if (entry.role === 'assistant' && !entry.isComplete)
        this.#link.send('message.cancel', { message_id: entry.id })
  }

  requestEarlier(): void {
    const conversation = this.#conversation
    // A second click loads the same messages again, which changes nothing. The next conversation has others.
    if (this.state.hasEarlier && conversation.wanted === null)
      void this.#link.request('history.get', {
        // Read when it is sent, because a new connection may have shown other messages.
        get before_seq() {
          return conversation.firstSeq
        },
      })
  }

  startVerification(): void {
    if (this.state.verification?.step !== 'destination') this.#verification.show()
  }

  requestCode(channel: VerificationChannel, destination: string): void {
    void this.#verification.follow(this.#link.request('verification.start', { channel, destination }))
  }

  submitCode(code: string): void {
    const { challengeId } = this.#verification
    if (challengeId === null) return
    this.#verifiedToken = this.#conversation.shownToken
    void this.#verification.follow(
      this.#link.request('verification.submit', { challenge_id: challengeId, code }),
    )
  }

  cancelVerification(): void {
    const { challengeId } = this.#verification
    if (challengeId !== null) this.#link.send('verification.cancel', { challenge_id: challengeId })
    this.#verification.hide()
  }

  migrate(isKept: boolean): void {
    const token = this.#migrationToken
    this.#offerMigration(null)
    if (!isKept) void this.#link.discardAnonymous()
    // After a lost connection the next sign-in offers it again.
    else if (token !== null) void this.#link.request('history.migrate', { migration_token: token })
  }

  async listConversations(): Promise<void> {
    this.#hasListed = false
    await this.#link.request('conversation.list', {})
    this.#hasListed = true
  }

  /** After a new sign-in or a failure; without a connection, the next sign-in does it. */
  #listAgain(): void {
    if (this.#hasListed && this.state.authentication === 'signed-in') this.#link.send('conversation.list', {})
  }

  openConversation(id: string): void {
    this.#conversation.want(id)
    this.#link.connect()
  }

  newConversation(): void {
    this.#conversation.clear(newConversation)
    this.#link.advance()
  }

  deleteMessages(): void {
    void this.#link.deleteMessages()
  }

  async sendFeedback(answerId: string, value: 'up' | 'down', comment?: string): Promise<boolean> {
    const feedback = { message_id: answerId, value, ...(comment && { comment }) }
    const isStored = (await this.#link.request('message.feedback', feedback)) !== null
    if (isStored) this.#conversation.setFeedback(answerId, value)
    return isStored
  }

  shareLocation({ lat, lng }: { readonly lat: number; readonly lng: number }): Promise<boolean> {
    return this.#link.shareLocation({ lat, lng })
  }

  #forgetUser(): void {
    this.#conversation.anonymousToken = null
    this.#conversation.clear()
    this.#verification.hide()
    this.#offerMigration(null)
    this.#store.update({ conversations: null })
  }

  /** @param token null: there is no offer to keep the anonymous messages */
  #offerMigration(token: string | null, messageCount = 0): void {
    this.#migrationToken = token
    this.#store.update({ migration: token === null ? null : { messageCount } })
  }

  // What the service sends

  #onFrame(frame: ServerFrame): void {
    handleFrame(this.#handlers, frame)
    // A message that was being sent when the user began another conversation.
    if (!this.#link.isHidden || frame.type === 'message.accepted') this.#conversation.onFrame(frame)
    if (frame.type === 'error') this.#store.report(toError(frame))
  }

  readonly #handlers: FrameHandlers = {
    'session.started': ({ server_time }) => this.#link.authenticator.setServerTime(server_time),
    'sdk.session.created': (opened) => {
      // Otherwise a conversation of earlier sockets follows.
      const { shownToken, anonymousToken } = this.#conversation
      if ((shownToken ?? anonymousToken) === null) this.#conversation.showOpened(opened)
    },
    'session.resumed': (resumed) => {
      // The anonymous conversation before a sign-in stays hidden behind that of the user, or a new one.
      const isHidden = this.#link.isHidden && this.state.authentication === 'signing-in'
      if (!isHidden) this.#conversation.showResumed(resumed)
    },
    'auth.upgraded': (upgraded) => this.#showUpgraded(upgraded),
    'history.migrated': (opened) => {
      this.#conversation.leaveNew()
      this.#conversation.anonymousToken = null
      if (!this.#link.isHidden) this.#conversation.showOpened(opened)
    },
    'conversation.deleted': () => {
      // Otherwise the user has left it.
      if (this.#conversation.wanted === null) this.newConversation()
      this.#listAgain()
    },
    'verification.required': (required) => this.#verification.require(required),
    'conversation.listed': ({ conversations }) => this.#store.update({ conversations }),
  }

  #showUpgraded(data: ServerData<'auth.upgraded'>): void {
    const { token, migration } = data
    if (token !== undefined) {
      this.#link.authenticator.setToken(parseAccessToken(token.access_token))
      // With a token exchange, the identity provider names the signed-in user after this token.
      if (this.state.authType === 'passwordless') this.#stored.update({ refreshToken: token.refresh_token })
      this.#conversation.anonymousToken ??= this.#verifiedToken
      this.#conversation.leaveNew()
    }
    // Before its conversation is shown, which is stored as that of a user.
    this.#store.setAuthentication('signed-in')
    const offer = migration.migration_token ?? null
    this.#offerMigration(offer, migration.message_count)
    if (offer === null) this.#conversation.anonymousToken = null
    if (!this.#link.isHidden)
      if (offer === null) this.#conversation.showOpened(data)
      else this.#conversation.showLater(data)
    this.#verification.hide()
    this.#listAgain()
  }
}
