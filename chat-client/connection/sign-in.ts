/** Signs the user in on a socket, and renews the sign-in before messages. */
import type { AccessToken } from '../authentication/access-token.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import { type ChatSocket, SocketClosedError } from './chat-socket.ts'
import type { Conversation } from './conversation.ts'
import type { ChatConfig } from './load-config.ts'
import { isTokenFailure, toError } from './replies.ts'
import type { Session } from './session.ts'
import type { StateStore } from './state-store.ts'
import { createTries } from './transcript.ts'

export interface SignInOptions {
  readonly conversation: Conversation
  readonly getConfig: () => ChatConfig
  readonly store: StateStore
  /** A new token belongs to another user, or the user has signed out. */
  readonly onUserChanged: () => void
}

export class SignIn {
  readonly #options: SignInOptions

  constructor(options: SignInOptions) {
    this.#options = options
  }

  /** Resolves when the user is signed in on the socket, or is anonymous. Rejects with ServiceChatError or SocketClosedError. */
  async upgrade(socket: ChatSocket, session: Session): Promise<void> {
    const { authenticator, signal } = session
    const { conversation, store } = this.#options
    if (!authenticator.canSignIn) return store.setAuthentication('anonymous')
    store.setAuthentication('signing-in')
    for (;;) {
      // First, because the messages from before the sign-in of one user are not shown to the next.
      const token = await this.#findToken(socket, session)
      const { anonymousToken: resume_token, shownToken, lastSeq } = conversation
      const last_seq = resume_token === shownToken ? lastSeq : 0
      if (resume_token !== null) {
        const reply = await socket.request('session.resume', { resume_token, last_seq })
        // After another refusal, the service no longer has this conversation.
        if (reply.type === 'error' && /unavailable|internal|rate/.test(reply.data.code)) throw toError(reply)
      }
      if (token === null) {
        conversation.anonymousToken = null
        return store.setAuthentication('anonymous')
      }
      const profile = await authenticator.loadProfile(signal)
      const reply = await socket.request('auth.upgrade', {
        access_token: token.value,
        auth_type: authenticator.options.authType,
        ...(profile !== null && { profile_sync: profile }),
      })
      if (reply.type === 'auth.upgraded') {
        session.triesLeft = createTries()
        return
      }
      authenticator.rejectToken()
      if (!isTokenFailure(reply)) throw toError(reply)
    }
  }

  /** The token of the session, or a new one if it has expired. */
  async #findToken(socket: ChatSocket, session: Session): Promise<AccessToken | null> {
    const { authenticator } = session
    const old = authenticator.token
    if (old !== null && !authenticator.isExpired) return old
    // Also from before a reload.
    const { subject } = authenticator.options.stored.values
    const token = await authenticator.renew(this.#tokenRequest(session))
    if (subject !== undefined && subject !== token?.subject) this.#options.onUserChanged()
    if (!socket.isOpen) throw new SocketClosedError()
    return token
  }

  /** Before each message: replaces the access token if it expires soon. The message follows on the same socket without waiting. */
  async refresh(socket: ChatSocket, session: Session): Promise<void> {
    const { authenticator, signal } = session
    const old = authenticator.token
    if (old === null || !authenticator.needsRefresh) return
    let token
    try {
      token = await authenticator.renew(this.#tokenRequest(session))
    } catch (error) {
      signal.throwIfAborted()
      const isLost = !(error instanceof ServiceChatError) || error.code === 'verification_expired'
      if (authenticator.isExpired || isLost) throw error
      return this.#options.store.report(new ServiceChatError('sign_in_ends_soon', error.message))
    }
    if (old.subject !== token?.subject) return this.#options.onUserChanged()
    void socket.request('auth.refresh', { access_token: token.value }).then(
      (reply) => reply.type === 'auth.failed' && authenticator.rejectToken(),
      () => undefined,
    )
  }

  /** An exchange counts against the next message; without one, against the session. */
  #tokenRequest(session: Session) {
    const { triesLeft } = this.#options.conversation.nextMessage ?? session
    return { config: this.#options.getConfig(), signal: session.signal, triesLeft }
  }
}
