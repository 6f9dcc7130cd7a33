/** The messages that the service has not accepted, in the order of the user. */
export interface QueuedMessage {
  /** The same on each try, so that the service stores the message once. */
  readonly id: string
  readonly text: string
  /** How often it was sent. */
  sends: number
  /** Exchanges of tokens that it may still cause. */
  exchangesLeft: number
}

export const outboxLimits = {
  messages: 20,
  /** A message that breaks the connection each time is not sent again after these. */
  sendsPerMessage: 5,
  exchangesPerMessage: 2,
} as const

export class Outbox {
  readonly #messages = new Map<string, QueuedMessage>()

  get first(): QueuedMessage | undefined {
    return this.#messages.values().next().value
  }

  get all(): Iterable<QueuedMessage> {
    return this.#messages.values()
  }

  get isFull(): boolean {
    return this.#messages.size >= outboxLimits.messages
  }

  add(id: string, text: string): void {
    this.#messages.set(id, { id, text, sends: 0, exchangesLeft: outboxLimits.exchangesPerMessage })
  }

  /** Returns the message, if it was there. */
  remove(id: string): QueuedMessage | undefined {
    const removed = this.#messages.get(id)
    this.#messages.delete(id)
    return removed
  }

  clear(): void {
    this.#messages.clear()
  }
}
