/** The interface of a sender of one-time codes. */
import { codeLimits } from '@careatlas/state/one-time-codes'

export interface CodeMessage {
  /** A normalized e-mail address or a telephone number (E.164). */
  readonly to: string
  readonly code: string
}

/** The validity of a code, for messages and pages. */
export const lifeMinutes = codeLimits.lifetimeMs / 60_000

/** Dispose it to close its connections. */
export interface CodeSender extends Disposable {
  /** Whether codes are printed to the console of the server instead of being sent. */
  readonly isConsole?: boolean
  /**
   * Resolves once the message is accepted for delivery. Rejects within seconds otherwise: with `NotDeliveredError` if it was not
   * sent, and with any other error if that is unknown.
   */
  readonly send: (message: CodeMessage) => Promise<void>
}

/** Where a code arrives; null if codes are not available. */
export type CodeDelivery = 'sent' | 'printed' | null

export function codeDelivery(sender: CodeSender | null): CodeDelivery {
  if (sender === null) return null
  return sender.isConsole === true ? 'printed' : 'sent'
}

/** The message was not sent; the cause is the reason. */
export class NotDeliveredError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'NotDeliveredError'
  }
}
