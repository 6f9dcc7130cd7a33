/**
 * The link to the service: it loads the configuration, opens the socket, signs the user in, continues the conversation and delivers the
 * messages. `#bringUp` has these steps in order, and skips those that are done; it runs again after each change.
 */
import type { ClientData, ClientFrameType } from '@careatlas/contract/chat-frames'
import { Authenticator } from '../authentication/authenticator.ts'
import { callSafely } from '../call-safely.ts'
import type { Events } from '../events.ts'
import type { AuthenticationSettings, ChatSettings } from '../read-options.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { reconnectDelayMs } from './backoff.ts'
import { ChatSocket, SocketClosedError } from './chat-socket.ts'
import { closeCodes, readRetryAfterMs } from './close-codes.ts'
import { type Conversation, newConversation } from './conversation.ts'
import { deleteStored } from './delete-stored.ts'
import { type ChatConfig, checkAuthType, loadConfig } from './load-config.ts'
import { createConnectionError, createProtocolError, isTokenFailure, toError } from './replies.ts'
import type { ServerFrame } from './server-frame.ts'
import { Session } from './session.ts'
import { SignIn } from './sign-in.ts'
import type { StateStore } from './state-store.ts'
import type { SessionValues, StoredSession } from './stored-session.ts'
import { createTries, type UserMessage } from './transcript.ts'

/** After this many failed connections, the interface shows a problem. */
const failuresBeforeProblem = 3

/** A connection that ends sooner counts as failed, unless the service has accepted a message. */
const stableMs = 10_000

export interface ServiceLinkOptions {
  readonly settings: ChatSettings
  readonly store: StateStore
  readonly stored: StoredSession
  readonly conversation: Conversation
  readonly onFrame: (frame: ServerFrame) => void
  readonly events: Events
  /** The socket was closed, by either side. */
  readonly onSocketClosed: () => void
  /** Nothing of the user may stay visible. */
  readonly onUserChanged: () => void
}

export class ServiceLink {
  readonly #options: ServiceLinkOptions
  readonly #store: StateStore
  readonly #conversation: Conversation
  readonly #signIn: SignIn
  #session: Session
  #config: ChatConfig | null = null
  #socket: ChatSocket | null = null
  /** Of the socket: `established` when the user is signed in and the conversation continues. */
  #phase: 'signing-in' | 'resuming' | 'established' = 'signing-in'
  /** `halted`: only an action of the user continues after a failure. `deleting`: nothing continues before the reply. */
  #goal: 'idle' | 'connected' | 'halted' | 'deleting'
  /** Aborted when the chat is removed from the page. */
  readonly #ended = new AbortController()
  /** What the user has shared, for the answers of each socket. */
  #location: ClientData<'location.share'> | null = null
  /** Users, and sessions, until now. */
  #users = 0
  #advancing: Promise<void> | null = null
  #mustAdvance = false
  /** Since a connection that lasted. */
  #failures = 0
  /** By the clock of the page. */
  #stableAt = 0
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ServiceLinkOptions) {
    this.#options = options
    this.#store = options.store
    this.#conversation = options.conversation
    const { settings, conversation, store } = options
    this.#signIn = new SignIn({
      conversation,
      getConfig: () => this.#config!,
      store,
      onUserChanged: () => this.#switchUser(),
    })
    this.#session = this.#createSession(settings.authentication, () => undefined)
    this.#goal = this.#chooseGoal()
    if (settings.authentication.authType === 'tokenExchange') store.update({ authentication: 'signing-in' })
  }

  get authenticator(): Authenticator {
    return this.#session.authenticator
  }

  /** The service refuses the page; only another session can connect. */
  get #isBlocked(): boolean {
    return this.#store.state.connection === 'blocked'
  }

  /** Whether another conversation is shown than the one that the service has opened on the socket, and follows on it. */
  get isHidden(): boolean {
    return this.#phase === 'resuming' || this.#conversation.isNewAwaited
  }

  /** Without messages to show and without a sign-in, there is no connection until the first message. */
  #chooseGoal(): 'idle' | 'connected' {
    return this.authenticator.options.authType === 'tokenExchange' ||
      (this.#options.stored.values.isOpen && this.#conversation.isContinued)
      ? 'connected'
      : 'idle'
  }

  /** Begins to use the network. */
  start(): void {
    if (this.#ended.signal.aborted) return
    addEventListener('online', () => this.#onOnline(), this.#ended)
    addEventListener('offline', () => this.#onOffline(), this.#ended)
    document.addEventListener('visibilitychange', () => this.#onVisible(), this.#ended)
    for (const type of ['storage', 'pageshow'])
      addEventListener(type, () => this.#checkSignOut(), this.#ended)
    void this.#advance()
  }

  destroy(): void {
    this.#ended.abort()
    this.#session.end(new ServiceChatError('destroyed', 'The session has ended.', false))
    this.#dropSocket(closeCodes.normal)
  }

  /**
   * Ends the session and begins another one. Rejects with ServiceChatError.
   * @param next what is stored of the next user
   */
  setAuthentication(
    authentication: AuthenticationSettings,
    { refreshToken = null, subject }: Partial<SessionValues> = {},
  ): Promise<void> {
    if (this.#ended.signal.aborted) return Promise.reject(this.#session.signal.reason)
    const { isReady } = this.#session
    this.#session.end(new ServiceChatError('superseded', 'The session has ended.'))
    const { stored } = this.#options
    const isExchange = authentication.authType === 'tokenExchange'
    // Also if the first sign-in of the session has a token, but is not complete.
    const isAnonymous =
      this.authenticator.token === null || !(isReady || this.#store.state.authentication === 'signed-in')
    stored.update({ refreshToken })
    // What an anonymous user has written stays during the sign-in. That of one user is not offered to the next.
    if (isExchange && isAnonymous) this.#leave()
    else {
      stored.update({ subject })
      this.#forgetUser()
    }
    this.#failures = 0
    this.#store.setAuthentication(isExchange ? 'signing-in' : 'anonymous')
    this.#store.update({ connection: 'idle', problem: null })
    return new Promise((resolve, reject) => {
      this.#session = this.#createSession(authentication, (error) =>
        error === undefined ? resolve() : reject(error),
      )
      this.#goal = this.#chooseGoal()
      void this.#advance()
    })
  }

  /** Connects and delivers the queued messages, also after a failure. */
  connect(): void {
    void this.#ensureConnected()
  }

  /** As `connect`, with new attempts for what failed. */
  retry(): void {
    // The answer that the service could not begin follows on a new socket.
    if (/unavailable|internal/.test(this.#store.state.problem?.code ?? ''))
      this.#dropSocket(closeCodes.normal)
    this.#session.triesLeft = createTries()
    this.#failures = 0
    this.#store.update({ problem: null })
    this.connect()
  }

  /** Does what is next on an open connection. */
  advance(): void {
    if (this.#phase === 'established') void this.#advance()
  }

  /** Resolves to whether the service has it. */
  async shareLocation(location: ClientData<'location.share'>): Promise<boolean> {
    const isShared = (await this.request('location.share', location)) !== null
    if (isShared) this.#location = location
    return isShared
  }

  /** Sends a frame if there is a socket. */
  send<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): void {
    this.#socket?.send(type, data)
  }

  /** Connects if necessary, and sends a frame. Resolves to its reply, or to null after a failure, which becomes a problem. */
  request<Type extends ClientFrameType>(type: Type, data: ClientData<Type>): Promise<ServerFrame | null> {
    return this.#use(async (socket) => {
      const reply = await socket.request(type, data)
      if (reply.type === 'auth.failed') {
        this.authenticator.rejectToken()
        throw toError(reply)
      }
      return reply.type === 'error' ? null : reply
    })
  }

  /** Deletes what the service stores of the user, or of an anonymous conversation. Its tokens end too, so another session begins. */
  async deleteMessages(): Promise<void> {
    const session = this.#session
    if (session.isDeleting) return
    session.isDeleting = true
    try {
      await this.#delete(session)
    } finally {
      session.isDeleting = false
    }
  }

  async #delete(session: Session): Promise<void> {
    const { authenticator, signal } = session
    const conversation = this.#conversation
    const { subject, refreshToken } = this.#options.stored.values
    // The user may begin another conversation meanwhile.
    const { shownToken } = conversation
    const isReady =
      (authenticator.token === null
        ? refreshToken === null && this.#store.state.authentication === 'anonymous'
        : !authenticator.needsRefresh) ||
      (await this.#use(async (socket) => {
        await this.#signIn.refresh(socket, session)
        // Another user may have signed in since.
        return socket.isOpen && subject === authenticator.token?.subject
      }))
    // After another failure, the problem is shown.
    if (signal.aborted || isReady === false) return this.#reportKept()
    if (isReady === null) return
    // That of the user last, because its deletion ends the sign-in.
    const tokens = [conversation.anonymousToken, authenticator.token?.value ?? shownToken]
    // Otherwise the server would close the socket, and the client would connect again too early.
    this.#dropSocket(closeCodes.normal)
    this.#goal = 'deleting'
    this.#showDisconnected()
    const isDeleted = await this.#deleteStored(tokens)
    if (signal.aborted) return
    if (isDeleted) this.#beginAgain()
    else {
      // The service may have deleted them, which ends the token, without a reply.
      authenticator.rejectToken()
      this.#goal = 'halted'
      conversation.returnMessages()
      // The deletion has interrupted the sign-in.
      session.settle(createConnectionError())
      if (this.#store.state.authentication === 'signing-in') this.#store.setAuthentication('failed')
    }
  }

  /** Deletes the anonymous messages from before the sign-in. */
  async discardAnonymous(): Promise<void> {
    const { signal } = this.#session
    const conversation = this.#conversation
    if ((await this.#deleteStored([conversation.anonymousToken])) && !signal.aborted)
      conversation.discardAnonymous()
  }

  /** Also if another session begins, or the chat is destroyed. Resolves to whether it has succeeded; a failure becomes a problem. */
  async #deleteStored(tokens: readonly (string | null)[]): Promise<boolean> {
    for (const token of tokens)
      if (token !== null && !(await deleteStored(this.#options.settings, token))) {
        this.#reportKept()
        return false
      }
    return true
  }

  #reportKept(): void {
    this.#store.report(new ServiceChatError('not_deleted', 'The messages were not deleted.', false))
  }

  async #use<Value>(action: (socket: ChatSocket) => Promise<Value>): Promise<Value | null> {
    const { signal } = this.#session
    const users = this.#users
    if (this.#phase !== 'established') await this.#ensureConnected()
    const socket = this.#socket
    try {
      if (this.#phase !== 'established') throw new SocketClosedError()
      // What one user asked for is not done for the next.
      if (users !== this.#users) throw createConnectionError()
      return await action(socket!)
    } catch (error) {
      const isTokenLost = /token_|expired/.test((error as ServiceChatError).code)
      // Without a valid token, trying again signs in; another socket signs in by itself.
      if (signal.aborted) return null
      if (isTokenLost && socket === this.#socket) this.#halt(error)
      else if (error instanceof ServiceChatError) this.#store.report(error)
      else if (this.#store.state.problem === null) this.#store.report(createConnectionError())
      return null
    }
  }

  // Connecting

  async #ensureConnected(): Promise<void> {
    if (this.#isBlocked || this.#goal === 'deleting') return
    // On a new socket, the service offers the anonymous messages again.
    if (this.#goal === 'halted') this.#dropSocket(closeCodes.normal)
    this.#goal = 'connected'
    return this.#advance()
  }

  /** One run at a time; a change during a run causes another one. */
  #advance(): Promise<void> {
    clearTimeout(this.#reconnectTimer)
    this.#mustAdvance = true
    this.#advancing ??= this.#run()
    return this.#advancing
  }

  async #run(): Promise<void> {
    try {
      while (this.#mustAdvance && !this.#ended.signal.aborted) {
        this.#mustAdvance = false
        const session = this.#session
        try {
          await this.#bringUp(session)
        } catch (error) {
          // After a closed socket, `#afterClose` decides what follows; after an abort, another session has begun.
          const isHandled = error instanceof SocketClosedError || session.signal.aborted
          if (!isHandled) this.#halt(error)
        }
      }
    } finally {
      // Right after the last check, so that no change is missed between them.
      this.#advancing = null
    }
  }

  async #bringUp(session: Session): Promise<void> {
    if (this.#goal === 'halted' || this.#goal === 'deleting') return
    if (!navigator.onLine) return this.#showDisconnected()
    this.#config ??= await this.#loadConfig(session.signal)
    checkAuthType(this.#config, session.authenticator.options.authType)
    // Also if the user has deleted the messages meanwhile.
    if (this.#goal !== 'connected') {
      this.#showDisconnected()
      return this.#setReady(session)
    }
    const socket = this.#socket ?? (await this.#openSocket(this.#config))
    if (this.#phase !== 'established') await this.#establish(socket, session)
    this.#setReady(session)
    await this.#deliver(socket, session)
  }

  async #loadConfig(signal: AbortSignal): Promise<ChatConfig> {
    const config = await loadConfig(this.#options.settings, signal)
    const { productName, messageCharactersMax } = config
    this.#store.update({ productName, messageCharactersMax })
    return config
  }

  async #openSocket({ socketUrl }: ChatConfig): Promise<ChatSocket> {
    const { partnerIdentifier, publicKey } = this.#options.settings
    const url = new URL(socketUrl)
    for (const [name, value] of Object.entries({ partner: partnerIdentifier, key: publicKey, v: '1' }))
      url.searchParams.set(name, value)
    this.#store.update({ connection: this.#failures === 0 ? 'connecting' : 'reconnecting' })
    this.#findAnonymous(this.authenticator)
    const { shownToken, anonymousToken } = this.#conversation
    // The shown conversation continues after the sign-in, unless it is the anonymous one from before.
    if (shownToken !== null && shownToken !== anonymousToken) this.#phase = 'resuming'
    const socket = new ChatSocket(url.href, 'service-chat.v1', {
      onFrame: (frame) => callSafely(() => this.#options.onFrame(frame)),
      onClose: (code, reason) => this.#afterClose(code, reason),
    })
    this.#socket = socket
    await socket.opened()
    this.#store.update({ connection: 'connected' })
    return socket
  }

  async #establish(socket: ChatSocket, session: Session): Promise<void> {
    await this.#signIn.upgrade(socket, session)
    const conversation = this.#conversation
    const { shownToken, lastSeq } = conversation
    if (this.#location !== null) socket.send('location.share', this.#location)
    if (this.#phase === 'resuming' && shownToken !== null) {
      const reply = await socket.request('session.resume', { resume_token: shownToken, last_seq: lastSeq })
      if (reply.type !== 'session.resumed') rejectReply(socket, reply)
    }
    // Another session may have begun.
    if (!socket.isOpen) throw new SocketClosedError()
    this.#phase = 'established'
    this.#stableAt = Date.now() + stableMs
    this.#store.update({ problem: null })
  }

  /** Requests follow each other, so that the service stores the messages in the order and the conversation of the user. */
  async #deliver(socket: ChatSocket, session: Session): Promise<void> {
    const conversation = this.#conversation
    for (;;) {
      const { nextMessage } = conversation
      if (conversation.isAwaited) await this.#enter(socket)
      else if (nextMessage === undefined) return
      else {
        await this.#signIn.refresh(socket, session)
        if (!socket.isOpen) throw new SocketClosedError()
        if (conversation.nextMessage?.id === nextMessage.id)
          await this.#sendMessage(socket, session, nextMessage)
      }
    }
  }

  /** Opens the conversation that the user wants. */
  async #enter(socket: ChatSocket): Promise<void> {
    const conversation = this.#conversation
    const wanted = conversation.wanted!
    const isNew = wanted === newConversation
    const reply = await (isNew
      ? socket.request('conversation.new', {})
      : socket.request('conversation.open', { conversation_id: wanted }))
    // Another session may have begun.
    if (!socket.isOpen) throw new SocketClosedError()
    if (reply.type === 'conversation.opened') conversation.enter(wanted, reply.data)
    else if (isNew || reply.type !== 'error') rejectReply(socket, reply)
    else conversation.refuse(wanted)
  }

  async #sendMessage(socket: ChatSocket, session: Session, message: UserMessage): Promise<void> {
    const { id, text, triesLeft } = message
    triesLeft.sends -= 1
    if (triesLeft.sends < 0) {
      this.#conversation.setDelivery(id, 'failed')
      return this.#store.report(new ServiceChatError('not_delivered', 'Not sent.'))
    }
    this.#conversation.setSending(id)
    const reply = await socket.request('message.send', { message_id: id, text })
    if (reply.type === 'message.accepted') {
      this.#failures = 0
      return
    }
    const isSignInRefused = reply.type === 'auth.failed'
    this.#conversation.setDelivery(id, isSignInRefused ? 'queued' : 'failed')
    if (isTokenFailure(reply)) session.authenticator.rejectToken()
    else if (isSignInRefused) throw toError(reply)
  }

  // Failures

  /** Waits for an action of the user. Texts that were not sent return to the composer. */
  #halt(error: unknown): void {
    const failure =
      error instanceof ServiceChatError
        ? error
        : new ServiceChatError('internal_error', 'The chat has failed.')
    if (failure !== error) reportError(error)
    this.#goal = 'halted'
    if (failure.code === 'verification_expired') {
      this.authenticator.setToken(null)
      this.#forgetUser()
    }
    this.#conversation.returnMessages()
    if (!failure.isRetryable) this.#store.update({ connection: 'blocked' })
    else if (this.#socket === null) this.#showDisconnected()
    this.#session.settle(failure)
    this.#store.setAuthentication(this.authenticator.canSignIn ? 'failed' : 'anonymous')
    // A frame of the service is already a problem.
    if (this.#store.state.problem?.code !== failure.code) this.#store.report(failure)
  }

  #afterClose(code: number, reason: string): void {
    const { authenticator } = this
    const { nextMessage, isAwaited } = this.#conversation
    const { entries } = this.#store.state
    const last = entries[entries.length - 1]
    const isAnswered = last?.role === 'user' ? last.delivery === 'failed' : last?.isComplete !== false
    const wasEstablished = this.#phase === 'established'
    this.#dropSocket()
    // A server that closes each socket soon is not asked again at once.
    if (wasEstablished && Date.now() > this.#stableAt) this.#failures = 0
    if (code === closeCodes.refused)
      return this.#halt(new ServiceChatError('refused', 'This chat is not available on this page.', false))
    const isTooLarge = code === closeCodes.tooLarge
    if (code === closeCodes.badFrame || (isTooLarge && !wasEstablished))
      return this.#halt(createProtocolError())
    if (isTooLarge && nextMessage !== undefined) nextMessage.triesLeft.sends = 0
    if (code === closeCodes.identityChanged) return this.#switchUser()
    if (code === closeCodes.authenticationExpired) authenticator.rejectToken()
    const isOver =
      wasEstablished &&
      isAnswered &&
      (code === closeCodes.idle || code === closeCodes.normal || authenticator.isExpired)
    const isLast = isOver && nextMessage === undefined && !isAwaited
    if (isLast && this.#goal === 'connected') this.#goal = 'idle'
    if (isLast || this.#goal === 'halted' || !navigator.onLine) return this.#showDisconnected()
    const delayMs =
      reconnectDelayMs(this.#failures) + (code === closeCodes.rateLimited ? readRetryAfterMs(reason) : 0)
    this.#failures += 1
    this.#store.update({ connection: 'reconnecting' })
    if (!wasEstablished && this.#failures >= failuresBeforeProblem) {
      const error = new ServiceChatError('unreachable')
      if (this.#store.state.problem === null) this.#store.report(error)
      this.#session.settle(error)
    }
    this.#reconnectTimer = setTimeout(() => void this.#advance(), delayMs)
  }

  /** The browser may have gone offline during an await. */
  #showDisconnected(): void {
    if (!this.#isBlocked) this.#store.update({ connection: navigator.onLine ? 'idle' : 'offline' })
  }

  #onOnline(): void {
    if (this.#isBlocked || this.#socket !== null) return
    // What the service has refused fails again.
    const isInterrupted = /unavailable/.test(this.#store.state.problem?.code ?? '')
    if (this.#goal === 'halted' && isInterrupted) {
      this.#goal = this.#chooseGoal()
      this.#session.triesLeft = createTries()
      this.#store.update({ problem: null })
    }
    this.#failures = 0
    this.#showDisconnected()
    void this.#advance()
  }

  #onOffline(): void {
    this.#dropSocket(closeCodes.normal)
    this.#showDisconnected()
  }

  #onVisible(): void {
    if (document.hidden) return
    if (this.#store.state.connection === 'reconnecting') void this.#advance()
    // Without a reply, the connection has ended unnoticed.
    else if (this.#phase === 'established') this.#socket!.request('ping', {}).catch(() => undefined)
  }

  /** If the user has signed out in another tab, or before the browser restored this page, this session ends too. */
  #checkSignOut(): void {
    const { values, newest } = this.#options.stored
    const isSignedOut = newest.refreshToken === null || newest.subject !== values.subject
    if (values.refreshToken !== null && isSignedOut) this.#beginAgain()
  }

  /** @param code closes the socket; without it, the socket has closed */
  #dropSocket(code: number | null = null): void {
    clearTimeout(this.#reconnectTimer)
    if (code !== null) this.#socket?.close(code)
    this.#socket = null
    this.#phase = 'signing-in'
    this.#options.onSocketClosed()
  }

  // Sessions

  #createSession(
    authentication: AuthenticationSettings,
    onSettled: (error?: ServiceChatError) => void,
  ): Session {
    const { settings, stored } = this.#options
    const { profile } = settings
    this.#store.update({ authType: authentication.authType })
    const authenticator = new Authenticator({ ...authentication, profile, stored })
    this.#findAnonymous(authenticator)
    return new Session(authenticator, onSettled)
  }

  /** What was written before the sign-in, also before a reload. */
  #findAnonymous({ canSignIn }: Authenticator): void {
    if (canSignIn) this.#conversation.anonymousToken = this.#options.stored.values.anonymousResumeToken
  }

  /** Begins a session of the same kind, without the user of this one. */
  #beginAgain(): void {
    const { values, newest } = this.#options.stored
    // The sign-in of another user from another tab is kept.
    const next = newest.subject === values.subject ? {} : newest
    this.#forgetUser()
    // Why a sign-in failed, the chat itself shows.
    this.setAuthentication(this.authenticator.options, next).catch(() => undefined)
  }

  #setReady(session: Session): void {
    if (session.isReady) return
    session.isReady = true
    session.settle()
    this.#options.events.emit('ready', this.#store.publicState)
  }

  /** Another user signed in, or the user signed out, on the page. */
  #switchUser(): void {
    this.#forgetUser()
    void this.#advance()
  }

  #forgetUser(): void {
    // First, because a message that was sent belongs to this user.
    this.#options.onUserChanged()
    this.#leave()
  }

  #leave(): void {
    this.#dropSocket(closeCodes.identityChanged)
    this.#location = null
    this.#users += 1
  }
}

/** The service has refused a request that a connection needs. */
function rejectReply(socket: ChatSocket, reply: ServerFrame): void {
  if (!isTokenFailure(reply)) throw toError(reply)
  // The token has expired since the sign-in.
  socket.fail(closeCodes.authenticationExpired, '')
}
