/**
 * The connection of a chat: it loads the configuration, opens the socket, signs the user in, continues the conversation and delivers
 * the messages, in this order and each only when it is needed. `#bringUp` is this story; it runs again after each change.
 */
import type {
  ClientData,
  ClientFrameType,
  ServerData,
  VerificationChannel,
} from '@careatlas/contract/chat-frames'
import { parseAccessToken } from '../authentication/access-token.ts'
import { Authenticator } from '../authentication/authenticator.ts'
import type { Chat, ChatState } from '../chat-state.ts'
import type { Events } from '../events.ts'
import { toPublicState } from '../public-state.ts'
import type { AuthenticationSettings, ChatSettings } from '../read-options.ts'
import type { AuthType, ServiceChatState } from '../service-chat.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { reconnectDelayMs } from './backoff.ts'
import { ChatSocket, type ServerFrame, SocketClosedError } from './chat-socket.ts'
import { Conversation } from './conversation.ts'
import { type ChatConfig, loadConfig } from './load-config.ts'
import { outboxLimits, type QueuedMessage } from './outbox.ts'
import { callSafely, StateStore } from './state-store.ts'
import { StoredSession } from './stored-session.ts'
import { VerificationForm } from './verification-form.ts'

/** What sockets are closed with (C12). */
const closeCodes = {
  normal: 1000,
  badFrame: 4400,
  authenticationExpired: 4401,
  refused: 4403,
  idle: 4408,
  identityChanged: 4409,
  rateLimited: 4429,
} as const

/** After this many failed connections, the interface shows a problem. */
const failuresBeforeProblem = 3

/** From one `setAuthType` to the next. */
interface Session {
  readonly authenticator: Authenticator
  readonly controller: AbortController
  /** Called once, when the session can take messages, or with the reason why not. */
  readonly onReady: (error?: ServiceChatError) => void
  isReady: boolean
  /** Exchanges of tokens that the sign-in may still cause. */
  exchangesLeft: number
  /** The anonymous conversation before the sign-in, which the service then offers to keep. */
  anonymousResumeToken: string | null
}

export class ChatConnection implements Chat {
  readonly #settings: ChatSettings
  readonly #events: Events
  readonly #store = new StateStore()
  readonly #stored: StoredSession
  readonly #conversation: Conversation
  readonly #verification = new VerificationForm(this.#store)
  #session: Session
  #config: ChatConfig | null = null
  #socket: ChatSocket | null = null
  /** Whether the user is signed in and the conversation continued on this socket. */
  #isEstablished = false
  /** Whether the socket continues a conversation, and has not done so yet. */
  #isResuming = false
  /** Whether the next socket begins a conversation. */
  #mustStartNew = false
  /** Whether a connection is wanted. */
  #isWanted: boolean
  /** Whether only an action of the user continues after a failure. */
  #isHalted = false
  #isDestroyed = false
  #advancing: Promise<void> | null = null
  #mustAdvance = false
  #failures = 0
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #migrationToken: string | null = null
  #isLoadingEarlier = false

  constructor(settings: ChatSettings, events: Events) {
    this.#settings = settings
    this.#events = events
    const { serviceUrl, partnerIdentifier, storage, authentication } = settings
    this.#stored = new StoredSession(`service-chat ${serviceUrl} ${partnerIdentifier}`, storage)
    this.#conversation = new Conversation(this.#store, this.#stored, events)
    this.#session = this.#createSession(authentication, () => undefined)
    const { isOpen, resumeToken } = this.#stored.values
    const isExchange = authentication.authType === 'tokenExchange'
    this.#isWanted = isExchange || (isOpen && resumeToken !== null)
    this.#store.update({ isOpen, authentication: isExchange ? 'signing-in' : 'anonymous' })
  }

  get state(): ChatState {
    return this.#store.state
  }

  get publicState(): ServiceChatState {
    return toPublicState(this.state, this.authType)
  }

  get authType(): AuthType {
    return this.#session.authenticator.authType
  }

  subscribe(listener: (state: ChatState) => void): () => void {
    return this.#store.subscribe(listener)
  }

  /** Begins to use the network. */
  start(): void {
    if (this.#isDestroyed) return
    addEventListener('online', this.#onOnline)
    addEventListener('offline', this.#onOffline)
    document.addEventListener('visibilitychange', this.#onVisible)
    void this.#advance()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    removeEventListener('online', this.#onOnline)
    removeEventListener('offline', this.#onOffline)
    document.removeEventListener('visibilitychange', this.#onVisible)
    this.#endSession(destroyed())
    this.#dropSocket(closeCodes.normal)
    this.#store.clear()
  }

  /** Ends the session and begins another one. Rejects with ServiceChatError. */
  setAuthentication(authentication: AuthenticationSettings): Promise<void> {
    if (this.#isDestroyed) return Promise.reject(destroyed())
    this.#endSession(new ServiceChatError('superseded', 'setAuthType was called again.'))
    const { lastSeq, resumeToken } = this.#conversation
    const isAnonymous = this.state.authentication === 'anonymous' && lastSeq > 0
    const isExchange = authentication.authType === 'tokenExchange'
    this.#stored.update({ refreshToken: null })
    this.#forgetUser()
    this.#isWanted = isExchange
    this.#isHalted = false
    this.#failures = 0
    this.#setAuthenticationState(isExchange ? 'signing-in' : 'anonymous')
    this.#store.update({ connection: 'idle', problem: null })
    return new Promise((resolve, reject) => {
      this.#session = this.#createSession(authentication, (error) =>
        error === undefined ? resolve() : reject(error),
      )
      if (isExchange && isAnonymous) this.#session.anonymousResumeToken = resumeToken
      void this.#advance()
    })
  }

  // What the user does

  open(): void {
    if (this.state.isOpen || this.#isDestroyed) return
    this.#stored.update({ isOpen: true })
    this.#store.update({ isOpen: true })
    this.#events.emit('open', this.publicState)
    const { resumeToken, lastSeq } = this.#conversation
    if (resumeToken !== null && lastSeq === 0) this.#want()
  }

  close(): void {
    if (!this.state.isOpen || this.#isDestroyed) return
    this.#stored.update({ isOpen: false })
    this.#store.update({ isOpen: false })
    this.#events.emit('close', this.publicState)
  }

  send(text: string): void {
    if (this.#isDestroyed || text.trim() === '') return
    const problem = this.#findSendProblem(text)
    if (problem !== null) {
      this.#conversation.returnToComposer([text])
      return this.#report(problem)
    }
    this.#store.update({ problem: null })
    this.#conversation.addMessage(text)
    this.#want()
  }

  #findSendProblem(text: string): ServiceChatError | null {
    const { messageCharactersMax: max, connection, problem } = this.state
    if (connection === 'blocked')
      return new ServiceChatError(
        problem?.code ?? 'refused',
        problem?.message ?? 'The chat is not available.',
        false,
      )
    if (text.length > max)
      return new ServiceChatError('message_too_long', `A message has at most ${max} characters.`, false)
    if (this.#conversation.isQueueFull)
      return new ServiceChatError('queue_full', 'Too many messages wait for the connection.', false)
    return null
  }

  retry(): void {
    const { connection, problem } = this.state
    if (connection === 'blocked') return
    // The answer that the service could not begin follows on a new socket.
    if (problem?.code === 'unavailable') this.#dropSocket(closeCodes.normal)
    this.#session.exchangesLeft = outboxLimits.exchangesPerMessage
    this.#store.update({ problem: null })
    this.#conversation.queueFailed()
    this.#want()
  }

  takeDraft(): string | null {
    const { draft } = this.state
    this.#store.update({ draft: null })
    return draft
  }

  cancelAnswer(): void {
    for (const entry of this.state.entries)
      if (entry.role === 'assistant' && !entry.isComplete)
        this.#socket?.send('message.cancel', { message_id: entry.id })
  }

  loadEarlier(): void {
    const { firstSeq } = this.#conversation
    if (this.#isLoadingEarlier || firstSeq === null || !this.state.hasEarlier) return
    this.#isLoadingEarlier = true
    void this.#ask('history.get', { before_seq: firstSeq }).finally(() => (this.#isLoadingEarlier = false))
  }

  startVerification(): void {
    if (this.state.verification === null) this.#verification.show(['email', 'sms'], '')
  }

  requestCode(channel: VerificationChannel, destination: string): void {
    this.#verification.setBusy(true)
    void this.#ask('verification.start', { channel, destination })
  }

  submitCode(code: string): void {
    const { challengeId } = this.#verification
    if (challengeId === null) return
    this.#verification.setBusy(true)
    void this.#ask('verification.submit', { challenge_id: challengeId, code })
  }

  cancelVerification(): void {
    const { challengeId } = this.#verification
    if (challengeId !== null) this.#socket?.send('verification.cancel', { challenge_id: challengeId })
    this.#verification.hide()
  }

  migrate(isKept: boolean): void {
    const token = this.#migrationToken
    this.#migrationToken = null
    this.#store.update({ migration: null })
    if (isKept && token !== null) void this.#ask('history.migrate', { migration_token: token })
  }

  listConversations(): void {
    void this.#ask('conversation.list', {})
  }

  openConversation(id: string): void {
    void this.#ask('conversation.open', { conversation_id: id })
  }

  newConversation(): void {
    this.#conversation.clear()
    this.#mustStartNew = !this.#isEstablished
    if (this.#isEstablished) void this.#ask('conversation.new', {})
  }

  sendFeedback(answerId: string, value: 'up' | 'down', comment?: string): void {
    this.#conversation.setFeedback(answerId, value)
    void this.#ask('message.feedback', { message_id: answerId, value, ...(comment && { comment }) })
  }

  shareLocation({ lat, lng }: { readonly lat: number; readonly lng: number }): void {
    void this.#ask('location.share', { lat, lng })
  }

  handOff(contact: string | null, note: string | null): void {
    void this.#ask('handoff.request', { consent: true, ...(contact && { contact }), ...(note && { note }) })
  }

  /** Connects if necessary, and sends a frame. A failure becomes the problem of the state. */
  async #ask<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): Promise<void> {
    if (!this.#isEstablished) await this.#want()
    try {
      if (this.#socket === null || !this.#isEstablished) throw new SocketClosedError()
      await this.#socket.request(type, data)
    } catch (error) {
      if (!(error instanceof SocketClosedError)) throw error
      this.#verification.setBusy(false)
      if (this.state.problem === null && !this.#isDestroyed)
        this.#report(new ServiceChatError('not_connected', 'The chat is not connected. Try again.'))
    }
  }

  // The story

  #want(): Promise<void> {
    this.#isWanted = true
    this.#isHalted = false
    if (this.state.authentication === 'failed') this.#isEstablished = false
    return this.#advance()
  }

  /** One run at a time; a change during a run causes another one. */
  #advance(): Promise<void> {
    clearTimeout(this.#reconnectTimer)
    this.#mustAdvance = true
    this.#advancing ??= this.#run().finally(() => (this.#advancing = null))
    return this.#advancing
  }

  async #run(): Promise<void> {
    while (this.#mustAdvance && !this.#isDestroyed) {
      this.#mustAdvance = false
      const session = this.#session
      try {
        await this.#bringUp(session)
      } catch (error) {
        // After a closed socket, `#afterClose` decides what follows; after an abort, another session has begun.
        const isHandled = error instanceof SocketClosedError || session.controller.signal.aborted
        if (!isHandled) this.#halt(error)
      }
    }
  }

  async #bringUp(session: Session): Promise<void> {
    if (this.#isHalted) return
    if (!navigator.onLine) return this.#store.update({ connection: 'offline' })
    this.#config ??= await this.#loadConfig(session.controller.signal)
    checkAuthType(this.#config, session.authenticator.authType)
    if (!this.#isWanted) {
      this.#store.update({ connection: 'idle' })
      return this.#setReady(session)
    }
    const socket = this.#socket ?? (await this.#openSocket(this.#config, session))
    if (!this.#isEstablished) await this.#establish(socket, session)
    this.#setReady(session)
    await this.#deliver(socket, session)
  }

  async #loadConfig(signal: AbortSignal): Promise<ChatConfig> {
    const config = await loadConfig(this.#settings, signal)
    const { productName, messageCharactersMax } = config
    this.#store.update({ productName, messageCharactersMax })
    return config
  }

  async #openSocket({ socketUrl }: ChatConfig, { authenticator }: Session): Promise<ChatSocket> {
    const { partnerIdentifier, publicKey } = this.#settings
    const url = new URL(socketUrl)
    for (const [name, value] of Object.entries({ partner: partnerIdentifier, key: publicKey, v: '1' }))
      url.searchParams.set(name, value)
    this.#store.update({ connection: this.#failures === 0 ? 'connecting' : 'reconnecting' })
    this.#isResuming = this.#conversation.resumeToken !== null && !this.#mustStartNew
    const socket = new ChatSocket(url.href, 'service-chat.v1', {
      onFrame: (frame) => callSafely(() => this.#onFrame(frame, authenticator)),
      onClose: (code, reason) => this.#afterClose(code, reason),
    })
    this.#socket = socket
    await socket.opened()
    this.#store.update({ connection: 'connected' })
    return socket
  }

  async #establish(socket: ChatSocket, session: Session): Promise<void> {
    if (session.anonymousResumeToken !== null) {
      const resume_token = session.anonymousResumeToken
      session.anonymousResumeToken = null
      await socket.request('session.resume', { resume_token, last_seq: 0 })
    }
    await this.#signIn(socket, session)
    const { resumeToken, lastSeq } = this.#conversation
    if (this.#mustStartNew) await socket.request('conversation.new', {})
    else if (this.#isResuming && resumeToken !== null)
      await socket.request('session.resume', { resume_token: resumeToken, last_seq: lastSeq })
    this.#mustStartNew = false
    this.#isResuming = false
    this.#isEstablished = true
    this.#failures = 0
    this.#store.update({ problem: null })
  }

  async #signIn(socket: ChatSocket, session: Session): Promise<void> {
    const { authenticator, controller } = session
    if (!authenticator.canSignIn) return this.#setAuthenticationState('anonymous')
    this.#setAuthenticationState('signing-in')
    for (;;) {
      const token = await this.#findToken(socket, session)
      if (token === null) return this.#setAuthenticationState('anonymous')
      const profile = await authenticator.loadProfile(controller.signal)
      const reply = await socket.request('auth.upgrade', {
        access_token: token.value,
        auth_type: authenticator.authType,
        ...(profile !== null && { profile_sync: profile }),
      })
      if (reply.type === 'auth.upgraded') return
      authenticator.rejectToken()
      if (!isTokenFailure(reply)) throw toError(reply)
    }
  }

  /** The token of the session, or a new one if it has ended. */
  async #findToken(socket: ChatSocket, session: Session) {
    const { authenticator } = session
    const old = authenticator.token
    if (old !== null && !authenticator.isExpired) return old
    const token = await authenticator.obtain(this.#tokenRequest(session))
    if (!socket.isOpen) throw new SocketClosedError()
    authenticator.setToken(token)
    if (old !== null && old.subject !== token?.subject) this.#switchUser()
    return token
  }

  /** Messages follow each other, so that the service stores them in the order of the user. */
  async #deliver(socket: ChatSocket, session: Session): Promise<void> {
    for (
      let next = this.#conversation.nextMessage;
      next !== undefined;
      next = this.#conversation.nextMessage
    ) {
      await this.#refresh(socket, session)
      if (!socket.isOpen) throw new SocketClosedError()
      if (this.#conversation.nextMessage === next) await this.#sendMessage(socket, session, next)
    }
  }

  async #sendMessage(socket: ChatSocket, session: Session, message: QueuedMessage): Promise<void> {
    const { id, text } = message
    message.sends += 1
    if (message.sends > outboxLimits.sendsPerMessage) {
      this.#conversation.setFailed(message)
      return this.#report(new ServiceChatError('not_delivered', 'The message could not be delivered.'))
    }
    this.#conversation.setSending(message)
    const reply = await socket.request('message.send', { message_id: id, text })
    if (reply.type === 'message.accepted') return
    if (isTokenFailure(reply)) session.authenticator.rejectToken()
    else if (reply.type === 'auth.failed') throw toError(reply)
    else this.#conversation.setFailed(message)
  }

  /** Before each message: replaces the access token if it ends soon. The message follows on the same socket without waiting. */
  async #refresh(socket: ChatSocket, session: Session): Promise<void> {
    const { authenticator, controller } = session
    const old = authenticator.token
    if (old === null || !authenticator.needsRefresh) return
    let token
    try {
      token = await authenticator.obtain(this.#tokenRequest(session))
    } catch (error) {
      controller.signal.throwIfAborted()
      if (authenticator.isExpired || !(error instanceof ServiceChatError)) throw error
      return this.#report(new ServiceChatError('sign_in_ends_soon', error.message))
    }
    authenticator.setToken(token)
    if (old.subject !== token?.subject) return this.#switchUser()
    void socket.request('auth.refresh', { access_token: token.value }).then(
      (reply) => reply.type === 'auth.failed' && authenticator.rejectToken(),
      () => undefined,
    )
  }

  /** The next message pays for the exchanges, or the sign-in without one. */
  #tokenRequest(session: Session) {
    const spend = () => {
      const payer = this.#conversation.nextMessage ?? session
      payer.exchangesLeft -= 1
      return payer.exchangesLeft >= 0
    }
    return { config: this.#config!, signal: session.controller.signal, spend }
  }

  // Failures

  /** Waits for an action of the user. Texts that were not sent return to the composer. */
  #halt(error: unknown): void {
    const failure =
      error instanceof ServiceChatError
        ? error
        : new ServiceChatError('internal_error', 'The chat has failed.')
    if (failure !== error) reportError(error)
    this.#isHalted = true
    if (failure.code === 'verification_expired') this.#forgetUser()
    this.#conversation.returnToComposer()
    if (!failure.isRetryable) this.#store.update({ connection: 'blocked' })
    else if (this.#socket === null) this.#store.update({ connection: 'idle' })
    if (this.#session.authenticator.canSignIn) this.#setAuthenticationState('failed')
    this.#report(failure)
    this.#session.onReady(failure)
  }

  #report(error: ServiceChatError): void {
    const problem = error.toProblem()
    this.#store.update({ problem })
    this.#events.emit('error', problem)
  }

  #afterClose(code: number, reason: string): void {
    const { authenticator } = this.#session
    this.#dropSocket()
    if (code === closeCodes.refused)
      return this.#halt(new ServiceChatError('refused', 'The service no longer accepts this page.', false))
    if (code === closeCodes.badFrame)
      return this.#halt(new ServiceChatError('protocol_error', 'The service did not understand the chat.'))
    if (code === closeCodes.identityChanged) return this.#switchUser()
    if (code === closeCodes.authenticationExpired) authenticator.rejectToken()
    const isOver = code === closeCodes.idle || code === closeCodes.normal || authenticator.isExpired
    if (this.#isHalted || (isOver && this.#conversation.nextMessage === undefined)) {
      this.#isWanted = false
      this.#store.update({ connection: 'idle' })
    } else if (!navigator.onLine) this.#store.update({ connection: 'offline' })
    else this.#reconnectLater(code === closeCodes.rateLimited ? readRetryAfterMs(reason) : 0)
  }

  #reconnectLater(leastMs: number): void {
    const delayMs = leastMs + reconnectDelayMs(this.#failures)
    this.#failures += 1
    this.#store.update({ connection: 'reconnecting' })
    if (this.#failures === failuresBeforeProblem) {
      const error = new ServiceChatError('unreachable', 'The chat cannot connect. It keeps trying.')
      this.#report(error)
      this.#session.onReady(error)
    }
    this.#reconnectTimer = setTimeout(() => void this.#advance(), delayMs)
  }

  readonly #onOnline = () => {
    if (this.#config === null) this.#isHalted = false
    this.#failures = 0
    void this.#advance()
  }

  readonly #onOffline = () => {
    this.#dropSocket(closeCodes.normal)
    this.#store.update({ connection: 'offline' })
  }

  readonly #onVisible = () => {
    if (document.visibilityState === 'visible' && this.state.connection === 'reconnecting')
      void this.#advance()
  }

  /** @param code closes the socket; without it, the socket has closed */
  #dropSocket(code: number | null = null): void {
    clearTimeout(this.#reconnectTimer)
    if (code !== null) this.#socket?.close(code)
    this.#socket = null
    this.#isEstablished = false
    this.#isResuming = false
    this.#conversation.onSocketClosed()
    this.#verification.onSocketClosed()
  }

  // Sessions

  #createSession(authentication: AuthenticationSettings, onReady: Session['onReady']): Session {
    const { profile } = this.#settings
    return {
      authenticator: new Authenticator({ ...authentication, profile, stored: this.#stored }),
      controller: new AbortController(),
      onReady,
      isReady: false,
      exchangesLeft: outboxLimits.exchangesPerMessage,
      anonymousResumeToken: null,
    }
  }

  #endSession(reason: ServiceChatError): void {
    this.#session.controller.abort(reason)
    this.#session.onReady(reason)
  }

  #setReady(session: Session): void {
    if (session.isReady) return
    session.isReady = true
    session.onReady()
    this.#events.emit('ready', this.publicState)
  }

  /** Another user signed in, or the user signed out, on the page. */
  #switchUser(): void {
    this.#forgetUser()
    void this.#advance()
  }

  /** Nothing of the user stays visible. */
  #forgetUser(): void {
    this.#dropSocket(closeCodes.identityChanged)
    this.#conversation.clear()
    this.#verification.hide()
    this.#migrationToken = null
    this.#store.update({ conversations: null, migration: null })
  }

  #setAuthenticationState(authentication: ChatState['authentication']): void {
    if (this.state.authentication === authentication) return
    this.#store.update({ authentication })
    this.#events.emit('authchange', authentication)
  }

  // Frames

  #onFrame(frame: ServerFrame, authenticator: Authenticator): void {
    switch (frame.type) {
      case 'session.started':
        authenticator.setServerTime(frame.data.server_time)
        break
      case 'sdk.session.created':
        if (!this.#isResuming) this.#conversation.showOpened(frame.data)
        break
      case 'session.resumed':
        if (this.#isResuming) this.#conversation.showResumed(frame.data)
        break
      case 'auth.upgraded':
        this.#onUpgraded(frame.data, authenticator)
        break
      case 'conversation.opened':
      case 'history.migrated':
        this.#conversation.showOpened(frame.data)
        break
      case 'conversation.deleted':
        this.newConversation()
        break
      case 'conversation.listed':
        this.#store.update({ conversations: frame.data.conversations })
        break
      case 'error':
        this.#report(toError(frame))
        this.#verification.onFrame(frame)
        break
      default:
        this.#conversation.onFrame(frame)
        this.#verification.onFrame(frame)
    }
  }

  #onUpgraded(data: ServerData<'auth.upgraded'>, authenticator: Authenticator): void {
    const { token, migration } = data
    if (token !== undefined) {
      authenticator.setToken(parseAccessToken(token.access_token))
      this.#stored.update({ refreshToken: token.refresh_token })
    }
    if (!this.#isResuming) this.#conversation.showOpened(data)
    const isOffered = migration.available && this.#config?.historyMigration === 'ask'
    this.#migrationToken = isOffered ? (migration.migration_token ?? null) : null
    this.#store.update({ migration: isOffered ? { messageCount: migration.message_count } : null })
    this.#verification.hide()
    this.#setAuthenticationState('signed-in')
  }
}

/** Throws ServiceChatError. */
function checkAuthType({ authTypes }: ChatConfig, authType: AuthType): void {
  if (authTypes !== null && !authTypes.includes(authType))
    throw new ServiceChatError('auth_type_not_allowed', `The service does not allow ${authType} here.`, false)
}

function isTokenFailure(reply: ServerFrame): boolean {
  return reply.type === 'auth.failed' && reply.data.code.startsWith('token_')
}

/** The error of a reply that is not the expected one. */
function toError({ type, data }: ServerFrame): ServiceChatError {
  if (type === 'error') return new ServiceChatError(data.code, data.message)
  if (type === 'auth.failed') return new ServiceChatError(data.code, data.message)
  return new ServiceChatError('protocol_error', 'The service sent an unexpected reply.')
}

function destroyed(): ServiceChatError {
  return new ServiceChatError('destroyed', 'The chat was removed from the page.', false)
}

/** From the reason of the close frame: `retry_after=5`, in seconds. */
function readRetryAfterMs(reason: string): number {
  const seconds = Number(/retry_after=(\d{1,4})/.exec(reason)?.[1] ?? 1)
  return seconds * 1000
}
