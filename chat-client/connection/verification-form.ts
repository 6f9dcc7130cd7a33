/** The verification of an address or number in the chat, as the interface shows it. */
import type { CodeState, DestinationState, VerificationState } from '../chat-state.ts'
import { type FrameHandlers, handleFrame, type ServerFrame } from './server-frame.ts'
import type { StateStore } from './state-store.ts'

export class VerificationForm {
  readonly #store: StateStore
  /** Those that the service offers. */
  #channels: DestinationState['channels'] = ['email', 'sms']

  constructor(store: StateStore) {
    this.#store = store
  }

  /** The code that the user can enter; null before one was sent. */
  get challengeId(): string | null {
    const { verification } = this.#store.state
    return verification?.step === 'code' ? verification.sent.challenge_id : null
  }

  /** Asks for an address or number. */
  show(reason = ''): void {
    this.#store.update({
      verification: { step: 'destination', channels: this.#channels, reason, problem: null, isBusy: false },
    })
  }

  hide(): void {
    this.#store.update({ verification: null })
  }

  /** While the service sends or checks a code. */
  setBusy(isBusy: boolean): void {
    this.#change(isBusy ? { isBusy, problem: null } : { isBusy })
  }

  /** The user may have closed the form. */
  #change(change: Partial<CodeState>): void {
    const { verification } = this.#store.state
    if (verification !== null)
      this.#store.update({ verification: { ...verification, ...change } as VerificationState })
  }

  onFrame(frame: ServerFrame): void {
    handleFrame(this.#handlers, frame)
  }

  readonly #handlers: FrameHandlers = {
    'verification.required': ({ channels, reason }) => {
      this.#channels = channels
      if (this.#store.state.verification === null) this.show(reason)
    },
    'verification.sent': (sent) => {
      // Not after the user has canceled the request.
      if (this.#store.state.verification?.isBusy)
        this.#change({ step: 'code', sent, sentAt: Date.now(), problem: null, isBusy: false })
    },
    'verification.failed': (problem) =>
      this.#change({
        problem,
        isBusy: false,
        // The wait before another code begins now.
        ...(problem.retry_after != null && { sentAt: Date.now() }),
      }),
    'auth.failed': () => this.setBusy(false),
    error: () => this.setBusy(false),
  }
}
