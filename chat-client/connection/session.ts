/** A session: from one `setAuthType` to the next. */
import type { Authenticator } from '../authentication/authenticator.ts'
import type { ServiceChatError } from '../service-chat-error.ts'
import { outboxLimits } from './outbox.ts'

export class Session {
  readonly authenticator: Authenticator
  readonly #onSettled: (error?: ServiceChatError) => void
  readonly #controller = new AbortController()
  /** Whether it can take messages. */
  isReady = false
  /** Exchanges of tokens that the sign-in may still cause. */
  exchangesLeft: number = outboxLimits.exchangesPerMessage

  /** @param onSettled called when the session can take messages, or with the reason why not; only the first call matters */
  constructor(authenticator: Authenticator, onSettled: (error?: ServiceChatError) => void) {
    this.authenticator = authenticator
    this.#onSettled = onSettled
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  setReady(): void {
    this.isReady = true
    this.#onSettled()
  }

  fail(reason: ServiceChatError): void {
    this.#onSettled(reason)
  }

  /** Ends all that waits for this session. */
  end(reason: ServiceChatError): void {
    this.#controller.abort(reason)
    this.#onSettled(reason)
  }
}
