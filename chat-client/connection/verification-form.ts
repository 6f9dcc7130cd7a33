/** The verification of an address or number in the chat, as the interface shows it. */
import type { ServerData } from '@careatlas/contract/chat-frames'
import type { CodeState, DestinationState, VerificationState } from '../chat-state.ts'
import { type FrameHandlers, handleFrame, type ServerFrame } from './server-frame.ts'
import type { StateStore } from './state-store.ts'

export class VerificationForm {
  readonly #store: StateStore
  /** Those that the service offers. */
  #channels: DestinationState['channels'] = ['email', 'sms']
  /** The request whose reply the form waits for; the replies to earlier ones change nothing. */
  #request: Promise<ServerFrame | null> | null = null

  constructor(store: StateStore) {
    this.#store = store
  }

  /** The code that the user can enter; null before one was sent. */
  get challengeId(): string | null {
    const { verification } = this.#store.state
    return verification?.step === 'code' ? verification.sent.challenge_id : null
  }

  /** The assistant asks for a verification. */
  require({ channels, reason }: ServerData<'verification.required'>): void {
    this.#channels = channels
    if (this.#store.state.verification === null) this.show(reason)
  }

  /** Asks for an address or number. */
  show(reason = ''): void {
    this.#request = null
    this.#store.update({
      verification: { step: 'destination', channels: this.#channels, reason, problem: null, isBusy: false },
    })
  }

  hide(): void {
    this.#request = null
    this.#store.update({ verification: null })
  }

  /** @param request sends or checks a code; its reply is null if it failed */
  async follow(request: Promise<ServerFrame | null>): Promise<void> {
    this.#request = request
    this.#change({ isBusy: true, problem: null })
    const reply = await request
    if (this.#request !== request) return
    this.#change({ isBusy: false })
    if (reply !== null) handleFrame(this.#replyHandlers, reply)
  }

  /** The user may have closed the form. */
  #change(change: Partial<CodeState>): void {
    const { verification } = this.#store.state
    if (verification !== null)
      this.#store.update({ verification: { ...verification, ...change } as VerificationState })
  }

  readonly #replyHandlers: FrameHandlers = {
    'verification.sent': (sent) => this.#change({ step: 'code', sent, sentAt: Date.now() }),
    'verification.failed': (problem) =>
      // The wait before another code begins now.
      this.#change({ problem, ...(problem.retry_after != null && { sentAt: Date.now() }) }),
  }
}
