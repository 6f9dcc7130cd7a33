/** Calls the function of the page that supplies ID tokens. */
import { pause, withTimeout } from '../connection/wait.ts'
import { ServiceChatError } from '../service-chat-error.ts'
import type { IdTokenProvider } from '../service-chat.ts'

const timeoutMs = 10_000
const retryAfterMs = 1000

/** Null if no user is signed in. Rejects with ServiceChatError after the second failure, or with the reason of the signal. */
export async function callIdTokenProvider(
  provider: IdTokenProvider,
  signal: AbortSignal,
): Promise<string | null> {
  for (let isSecond = false; ; isSecond = true)
    try {
      return await call(provider, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (isSecond) {
        console.error('idTokenProvider failed', error)
        throw new ServiceChatError('id_token_unavailable', 'You could not be signed in.')
      }
      await pause(retryAfterMs, signal)
    }
}

async function call(provider: IdTokenProvider, signal: AbortSignal): Promise<string | null> {
  const token: unknown = await withTimeout(async () => provider(), timeoutMs, signal)
  if (token === null || (typeof token === 'string' && token !== '')) return token
  throw new TypeError('idTokenProvider must resolve to a string or null')
}
