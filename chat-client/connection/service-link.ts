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
import type { Conversation } from './conversation.ts'
import { deleteStored } from './delete-stored.ts'
import { type ChatConfig, checkAuthType, loadConfig } from './load-config.ts'
import {
  assertSucceeded,
  createConnectionError,
  createProtocolError,
  isTokenFailure,
  toError,
} from './replies.ts'
import type { ServerFrame } from './server-frame.ts'
import { Session } from './session.ts'
import { SignIn } from './sign-in.ts'
import type { StateStore } from './state-store.ts'
import type { StoredSession } from './stored-session.ts'
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
  /** The conversation that the user has opened last; null after a new one. */
  #opening: string | null = null
  /** What the user has shared, for the answers of each socket. */
  #location: ClientData<'location.share'> | null = null
  #advancing: Promise<void> | null = null
  #mustAdvance = false
  /** Requests that wait for the sign-in. They precede the messages, which go to the conversation that the user opens. */
  readonly #waiting = new Set<() => void>()
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

  /** Whether the conversation of earlier sockets follows on this one, in place of the one that the server opens. */
  get isResuming(): boolean {
    return this.#phase === 'resuming'
  }

  /** Without messages to show and without a sign-in, there is no connection until the first message. */
  #chooseGoal(): 'idle' | 'connected' {
    const { isOpen, resumeToken } = this.#options.stored.values
    return this.authenticator.options.authType === 'tokenExchange' || (isOpen && resumeToken !== null)
      ? 'connected'
      : 'idle'
  }

  /** Begins to use the network. */
  start(): void {
    if (this.#ended.signal.aborted) return
    addEventListener('online', () => this.#onOnline(), this.#ended)
    addEventListener('offline', () => this.#onOffline(), this.#ended)
    document.addEventListener('visibilitychange', () => this.#onVisible(), this.#ended)
    addEventListener('storage', () => this.#onStorage(), this.#ended)
    void this.#advance()
  }

  destroy(): void {
    this.#ended.abort()
    this.#session.end(new ServiceChatError('destroyed', 'The chat was destroyed.', false))
    this.#dropSocket(closeCodes.normal)
  }

  /** Ends the session and begins another one. Rejects with ServiceChatError. */
  setAuthentication(authentication: AuthenticationSettings): Promise<void> {
    if (this.#ended.signal.aborted) return Promise.reject(this.#session.signal.reason)
    this.#session.end(new ServiceChatError('superseded', 'setAuthType was called again.'))
    const { stored } = this.#options
    const conversation = this.#conversation
    const isExchange = authentication.authType === 'tokenExchange'
    const { anonymousResumeToken } = stored.values
    // Messages from before the sign-in of one user are not offered to the next.
    const isKept = isExchange && this.authenticator.token === null
    stored.update({ refreshToken: null })
    this.#forgetUser()
    if (isKept) conversation.setAnonymous(anonymousResumeToken)
    else stored.update({ subject: undefined })
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

  /** The next message goes to a new conversation. */
  startNewConversation(): void {
    this.#conversation.isNew = true
    this.#opening = null
    if (this.#phase === 'established') void this.request('conversation.new', {})
  }

  /** Unless the user begins or opens another one before the connection. */
  openConversation(id: string): void {
    this.#opening = id
    void this.#use(async (socket) =>
      this.#opening === id ? socket.request('conversation.open', { conversation_id: id }) : null,
    )
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
    return this.#use((socket) => socket.request(type, data))
  }

  /** Deletes what the service stores of the user, or of an anonymous conversation. Its tokens end too, so another session begins. */
  async deleteData(): Promise<void> {
    const session = this.#session
    const { subject } = this.#options.stored.values
    await this.#use(async (socket) => {
      await this.#signIn.refresh(socket, session)
      const conversation = this.#conversation
      const { token } = session.authenticator
      // Another user may have signed in since.
      if (!socket.isOpen || subject !== token?.subject) throw createConnectionError()
      // That of the user last, because its deletion ends the sign-in.
      const tokens = [conversation.anonymousResumeToken, token?.value ?? conversation.resumeToken]
      // Otherwise the server would close the socket, and the client would connect again too early.
      this.#dropSocket(closeCodes.normal)
      this.#goal = 'deleting'
      this.#store.update({ connection: 'idle' })
      try {
        for (const value of tokens) await deleteStored(this.#options.settings, value, session)
      } catch (error) {
        if (!session.signal.aborted) {
          this.#goal = 'halted'
          conversation.returnWaiting()
        }
        throw error
      }
      conversation.anonymousResumeToken = null
      conversation.clear()
      this.#beginAgain()
      return null
    })
  }

  /** Deletes the anonymous messages from before the sign-in. */
  async discardAnonymous(): Promise<void> {
    const session = this.#session
    try {
      await deleteStored(this.#options.settings, this.#conversation.anonymousResumeToken, session)
      if (!session.signal.aborted) this.#conversation.discardAnonymous()
    } catch (error) {
      this.#reportFailure(error, session)
    }
  }

  async #use(action: (socket: ChatSocket) => Promise<ServerFrame | null>): Promise<ServerFrame | null> {
    const session = this.#session
    const { token } = this.authenticator
    if (this.#phase !== 'established')
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        void this.#ensureConnected().then(resolve)
      })
    const socket = this.#socket
    try {
      if (this.#phase !== 'established') throw new SocketClosedError()
      // What one user asked for is not done for the next.
      const isOther = token !== null && token.subject !== this.authenticator.token?.subject
      if (isOther || session !== this.#session) throw createConnectionError()
      const reply = await action(socket!)
      if (reply?.type === 'auth.failed') {
        this.authenticator.rejectToken()
        throw toError(reply)
      }
      return reply?.type === 'error' ? null : reply
    } catch (error) {
      if (this.#socket === null) this.#options.onSocketClosed()
      const isTokenLost = /token_|expired/.test((error as ServiceChatError).code)
      // Without a valid token, trying again signs in; another socket signs in by itself.
      if (isTokenLost && socket === this.#socket && !session.signal.aborted) this.#halt(error)
      else this.#reportFailure(error, session)
      return null
    }
  }

  /** Not what failed because another session has begun. */
  #reportFailure(error: unknown, { signal }: Session): void {
    if (signal.aborted) return
    if (error instanceof ServiceChatError) this.#store.report(error)
    else if (this.#store.state.problem === null) this.#store.report(createConnectionError())
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
    if (this.#goal === 'idle') {
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
    const conversation = this.#conversation
    const { anonymousResumeToken } = this.#options.stored.values
    if (this.authenticator.canSignIn) conversation.anonymousResumeToken = anonymousResumeToken
    const { resumeToken } = conversation
    // The shown conversation continues after the sign-in, unless it is the anonymous one from before.
    if (resumeToken !== null && resumeToken !== conversation.anonymousResumeToken) this.#phase = 'resuming'
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
    const { resumeToken, lastSeq } = conversation
    if (this.#location !== null) socket.send('location.share', this.#location)
    if (this.isResuming && resumeToken !== null)
      assertSucceeded(
        await socket.request('session.resume', { resume_token: resumeToken, last_seq: lastSeq }),
      )
    if (conversation.isNew) assertSucceeded(await socket.request('conversation.new', {}))
    // Another session may have begun.
    if (!socket.isOpen) throw new SocketClosedError()
    this.#phase = 'established'
    this.#stableAt = Date.now() + stableMs
    this.#store.update({ problem: null })
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  /** Messages follow each other, so that the service stores them in the order of the user. */
  async #deliver(socket: ChatSocket, session: Session): Promise<void> {
    const conversation = this.#conversation
    for (let next = conversation.nextMessage; next !== undefined; next = conversation.nextMessage) {
      await this.#signIn.refresh(socket, session)
      if (!socket.isOpen) throw new SocketClosedError()
      if (conversation.nextMessage?.id === next.id) await this.#sendMessage(socket, session, next)
    }
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
    this.#conversation.returnWaiting()
    if (!failure.isRetryable) this.#store.update({ connection: 'blocked' })
    else if (this.#socket === null) this.#showDisconnected()
    this.#session.settle(failure)
    this.#store.setAuthentication(this.authenticator.canSignIn ? 'failed' : 'anonymous')
    // A frame of the service is already a problem.
    if (this.#store.state.problem?.code !== failure.code) this.#store.report(failure)
  }

  #afterClose(code: number, reason: string): void {
    const { authenticator } = this.#session
    const { nextMessage } = this.#conversation
    const { entries } = this.#store.state
    const last = entries[entries.length - 1]
    const isAnswered = last === undefined || (last.role === 'assistant' && last.isComplete)
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
      code === closeCodes.idle ||
      code === closeCodes.normal ||
      (wasEstablished && authenticator.isExpired && isAnswered)
    const isLast = isOver && nextMessage === undefined
    if (isLast && this.#goal === 'connected') this.#goal = 'idle'
    if (isLast || this.#goal === 'halted' || !navigator.onLine) return this.#showDisconnected()
    const delayMs =
      reconnectDelayMs(this.#failures) + (code === closeCodes.rateLimited ? readRetryAfterMs(reason) : 0)
    this.#failures += 1
    this.#store.update({ connection: 'reconnecting' })
    if (!wasEstablished && this.#failures >= failuresBeforeProblem && this.#store.state.problem === null) {
      const error = new ServiceChatError('unreachable', 'The chat cannot be reached.')
      this.#session.settle(error)
      this.#store.report(error)
    }
    this.#reconnectTimer = setTimeout(() => void this.#advance(), delayMs)
  }

  /** The browser may have gone offline during an await. */
  #showDisconnected(): void {
    this.#store.update({ connection: navigator.onLine ? 'idle' : 'offline' })
  }

  #onOnline(): void {
    if (this.#isBlocked || this.#socket !== null) return
    if (this.#config === null && this.#goal === 'halted') {
      this.#goal = this.#chooseGoal()
      this.#store.update({ problem: null })
    }
    this.#failures = 0
    this.#store.update({ connection: 'idle' })
    void this.#advance()
  }

  #onOffline(): void {
    if (this.#isBlocked) return
    this.#dropSocket(closeCodes.normal)
    this.#showDisconnected()
  }

  #onVisible(): void {
    if (!document.hidden && this.#store.state.connection === 'reconnecting') void this.#advance()
  }

  /** A sign-out in one tab ends the session of the others that share the verification. */
  #onStorage(): void {
    const { stored } = this.#options
    if (stored.values.refreshToken !== null && stored.refreshToken === null) this.#beginAgain()
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
    return new Session(new Authenticator({ ...authentication, profile, stored }), onSettled)
  }

  /** Begins a session of the same kind, without the user of this one. */
  #beginAgain(): void {
    // Why a sign-in failed, the chat itself shows.
    this.setAuthentication(this.authenticator.options).catch(() => undefined)
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
    this.#dropSocket(closeCodes.identityChanged)
    this.#location = null
    this.#options.onUserChanged()
  }
}
