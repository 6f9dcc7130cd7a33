/** A session: from one `setAuthType` to the next. */
import type { Authenticator } from '../authentication/authenticator.ts'
import type { ServiceChatError } from '../service-chat-error.ts'
import { createTries } from './transcript.ts'

export class Session {
  readonly authenticator: Authenticator
  /** Called when the session can take messages, or with the reason why not; only the first call matters. */
  readonly settle: (error?: ServiceChatError) => void
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  /** Whether it can take messages. */
  isReady = false
  /** Whether a deletion is on its way. */
  isDeleting = false
  /** What the sign-in may still cause. */
  triesLeft = createTries()

  constructor(authenticator: Authenticator, settle: (error?: ServiceChatError) => void) {
    this.authenticator = authenticator
    this.settle = settle
  }

  /** Ends all that waits for this session. */
  end(reason: ServiceChatError): void {
    this.#controller.abort(reason)
    this.settle(reason)
  }
}
