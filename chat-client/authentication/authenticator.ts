/** The sign-in of one session: its access token, the clock of the service, and the profile of the user. */
import type { AuthenticationSettings, ChatSettings } from '../read-options.ts'
import type { ProfileSync } from '../service-chat.ts'
import type { StoredSession } from '../connection/stored-session.ts'
import { type AccessToken, endsWithin, refreshThresholdSeconds } from './access-token.ts'
import { loadProfile } from './profile-sync.ts'
import {
  createIdTokenSource,
  createRefreshTokenSource,
  type TokenRequest,
  type TokenSource,
} from './token-source.ts'

export interface AuthenticatorOptions extends AuthenticationSettings {
  readonly profile: ChatSettings['profile']
  readonly stored: StoredSession
}

export class Authenticator {
  readonly options: AuthenticatorOptions
  readonly #source: TokenSource
  #token: AccessToken | null = null
  /** What to add to the clock of this browser. */
  #clockOffsetMs = 0
  #profile: ProfileSync | null | undefined

  constructor(options: AuthenticatorOptions) {
    const { authType, idTokenProvider, stored } = options
    this.options = options
    this.#source =
      authType === 'tokenExchange' && idTokenProvider !== null
        ? createIdTokenSource(idTokenProvider)
        : createRefreshTokenSource(stored)
  }

  /** In memory only. */
  get token(): AccessToken | null {
    return this.#token
  }

  /** Whether the next connection tries to sign the user in. */
  get canSignIn(): boolean {
    const { authType, stored } = this.options
    return authType === 'tokenExchange' || this.#token !== null || stored.values.refreshToken !== null
  }

  get needsRefresh(): boolean {
    return this.#endsWithin(refreshThresholdSeconds)
  }

  get isExpired(): boolean {
    return this.#endsWithin(0)
  }

  setServerTime(time: string): void {
    const offset = Date.parse(time) - Date.now()
    if (Number.isFinite(offset)) this.#clockOffsetMs = offset
  }

  /** @param token just issued; null if no user is signed in */
  setToken(token: AccessToken | null): void {
    if (token?.subject !== this.#token?.subject) this.#profile = undefined
    this.#token = token
    this.options.stored.update({ subject: token?.subject })
    // A new token that seems to expire soon shows that the clock of this browser was changed.
    if (this.needsRefresh && token?.issuedAt != null) this.#clockOffsetMs = token.issuedAt * 1000 - Date.now()
  }

  /** The service refuses the token, so it is replaced before its next use. */
  rejectToken(): void {
    this.#token &&= { ...this.#token, expiresAt: null }
  }

  /** Replaces the token; null if no user is signed in. Rejects with ServiceChatError, or with the reason of the signal. */
  async renew(request: TokenRequest): Promise<AccessToken | null> {
    const token = await this.#source(request)
    request.signal.throwIfAborted()
    this.setToken(token)
    return token
  }

  /** Loaded once for each user. */
  async loadProfile(signal: AbortSignal): Promise<ProfileSync | null> {
    if (this.#profile === undefined)
      this.#profile = await loadProfile(this.options.profile, this.#token?.subject, signal)
    return this.#profile
  }

  /** By the clock of the service. */
  #endsWithin(seconds: number): boolean {
    const now = (Date.now() + this.#clockOffsetMs) / 1000
    return this.#token !== null && endsWithin(this.#token, seconds, now)
  }
}
