/** How a one-time code reaches its owner. */

/** A code and what it is for, as its owner reads it. */
export interface CodeMessage {
  /** A normalized e-mail address, or a telephone number (E.164). */
  readonly to: string
  readonly code: string
}

/** Dispose it to close its connections. */
export interface CodeSender extends Disposable {
  /**
   * Resolves when the message was handed over. Rejects within seconds otherwise: with `NotSent` when it surely went nowhere, with
   * anything else when nobody knows.
   */
  readonly send: (message: CodeMessage) => Promise<void>
}

/** A message surely went nowhere; the cause says why. */
export class NotSent extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'NotSent'
  }
}
