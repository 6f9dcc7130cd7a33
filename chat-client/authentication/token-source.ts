/** Where the access tokens of a session come from: the identity provider of the page, or a verification in the chat. */
import { retryDelayMs } from '../connection/backoff.ts'
import type { ChatConfig } from '../connection/load-config.ts'
import type { StoredSession } from '../connection/stored-session.ts'
import type { TriesLeft } from '../connection/transcript.ts'
import { pause } from '../connection/wait.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import type { IdTokenProvider } from '../service-chat.ts'
import type { AccessToken } from './access-token.ts'
import { callIdTokenProvider } from './call-id-token-provider.ts'
import { exchangeForm, refreshForm, requestTokens } from './request-tokens.ts'

export interface TokenRequest {
  readonly config: ChatConfig
  readonly signal: AbortSignal
  /** Each exchange counts, but not the answer that no user is signed in. */
  readonly triesLeft: Pick<TriesLeft, 'exchanges'>
}

/** Resolves to null if no user is signed in. Rejects with ServiceChatError, or with the reason of the signal. */
export type TokenSource = (request: TokenRequest) => Promise<AccessToken | null>

/** Exchanges the ID tokens of the page. One that the service has refused is not exchanged again. */
export function createIdTokenSource(provider: IdTokenProvider): TokenSource {
  let refused: { readonly idToken: string; readonly why: string } | null = null
  return (request) =>
    retry(request, async ({ config, signal }) => {
      const idToken = await callIdTokenProvider(provider, signal)
      if (idToken === null) return null
      if (idToken === refused?.idToken) throw new ServiceChatError('id_token_refused', refused.why)
      try {
        return (await requestTokens(config, exchangeForm(idToken), signal)).accessToken
      } catch (error) {
        if (isRefusal(error)) refused = { idToken, why: error.message }
        throw error
      }
    })
}

/** Uses the refresh token of a verification, which the service replaces each time. */
export function createRefreshTokenSource(session: StoredSession): TokenSource {
  return (request) =>
    retry(request, async ({ config, signal }) => {
      const { refreshToken, subject } = session.newest
      if (refreshToken === null) return null
      try {
        const issued = await requestTokens(config, refreshForm(refreshToken), signal)
        const { newest } = session
        // The user may have signed out since, or another one may have signed in: the next try uses what is stored.
        if (newest.refreshToken === null || newest.subject !== subject)
          throw new ServiceChatError('token_refused')
        // Another tab of the user may have renewed it, too.
        if (newest.refreshToken === refreshToken)
          session.update({ refreshToken: issued.refreshToken ?? refreshToken })
        return issued.accessToken
      } catch (error) {
        if (!isRefusal(error) || session.newest.refreshToken !== refreshToken) throw error
        session.update({ refreshToken: null })
        throw new ServiceChatError('verification_expired', 'Your sign-in has expired.')
      }
    })
}

/** Tries as often as exchanges are allowed. What was refused is tried at once, because the page may have a newer ID token. */
async function retry(
  request: TokenRequest,
  tryOnce: (request: TokenRequest) => Promise<AccessToken | null>,
): Promise<AccessToken | null> {
  let failure = new ServiceChatError('too_many_exchanges', 'You could not be signed in.')
  const { triesLeft } = request
  while (triesLeft.exchanges > 0) {
    triesLeft.exchanges -= 1
    try {
      const token = await tryOnce(request)
      if (token === null) triesLeft.exchanges += 1
      return token
    } catch (error) {
      request.signal.throwIfAborted()
      if (!(error instanceof ServiceChatError) || !error.code.startsWith('token_')) throw error
      failure = error
      if (!isRefusal(error) && triesLeft.exchanges > 0) await pause(retryDelayMs(0), request.signal)
    }
  }
  throw failure
}

function isRefusal(error: unknown): error is ServiceChatError {
  return error instanceof ServiceChatError && error.code === 'token_refused'
}
