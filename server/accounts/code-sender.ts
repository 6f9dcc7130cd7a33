/** How a one-time code reaches its owner. */

/** A code and what it is for, as its owner reads it. */
export interface CodeMessage {
  /** A normalized e-mail address, or a telephone number (E.164). */
  readonly to: string
  readonly code: string
}

/** Dispose it to close its connections. */
export interface CodeSender extends Disposable {
  /** Whether codes are read where the server was started, whatever address they are for. */
  readonly isConsole?: boolean
  /**
   * Resolves when the message was handed over. Rejects within seconds otherwise: with `NotDeliveredError` when it surely went nowhere, with
   * anything else when nobody knows.
   */
  readonly send: (message: CodeMessage) => Promise<void>
}

/** Where somebody looks for a code; null: nobody gets one. */
export type CodeDelivery = 'sent' | 'printed' | null

export function codeDelivery(sender: CodeSender | null): CodeDelivery {
  if (sender === null) return null
  return sender.isConsole === true ? 'printed' : 'sent'
}

/** A message surely went nowhere; the cause says why. */
export class NotDeliveredError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'NotDeliveredError'
  }
}
