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
  /** A message that breaks the connection each time is not sent forever. */
  sendsPerMessage: 5,
  exchangesPerMessage: 2,
} as const

export class Outbox {
  #messages: readonly QueuedMessage[] = []

  get first(): QueuedMessage | undefined {
    return this.#messages[0]
  }

  get all(): readonly QueuedMessage[] {
    return this.#messages
  }

  get isFull(): boolean {
    return this.#messages.length >= outboxLimits.messages
  }

  add(id: string, text: string): void {
    const message = { id, text, sends: 0, exchangesLeft: outboxLimits.exchangesPerMessage }
    this.#messages = [...this.#messages, message]
  }

  /** Returns the message, if it was there. */
  remove(id: string): QueuedMessage | undefined {
    const removed = this.#messages.find((message) => message.id === id)
    this.#messages = this.#messages.filter((message) => message !== removed)
    return removed
  }

  /** Empties it. */
  takeAll(): readonly QueuedMessage[] {
    const all = this.#messages
    this.#messages = []
    return all
  }
}
