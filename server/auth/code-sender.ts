/** How a one-time code reaches its owner. */

/** A code and what it is for, as its owner reads it. */
export interface CodeMessage {
  /** A normalized address. */
  readonly to: string
  readonly code: string
}

/** Dispose it to close its connections. */
export interface CodeSender extends Disposable {
  /** Resolves when the message was handed over; rejects, within seconds, when it could not be. */
  readonly send: (message: CodeMessage) => Promise<void>
}

/** Where nobody told how to send: the operator makes the keys. */
export const noSender: CodeSender = {
  send: async () => {
    throw new Error('SMTP_URL is not set')
  },
  [Symbol.dispose]: () => undefined,
}
