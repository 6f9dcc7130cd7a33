/** The interface of a sender of one-time codes. */
import { codeLifetimeMs } from '@careatlas/state/one-time-codes'

export interface CodeMessage {
  /** A normalized e-mail address or a telephone number (E.164). */
  readonly to: string
  readonly code: string
}

/** How long a code is valid, for messages and pages. */
export function codeLifetimeMinutes(destination: string): number {
  return codeLifetimeMs(destination) / 60_000
}

/** Disposal closes its connections. */
export interface CodeSender extends Disposable {
  /** Whether codes are printed to the console of the server instead of being sent. */
  readonly isConsole?: boolean
  /**
   * Resolves once the message is accepted for delivery. Otherwise rejects within seconds: with `NotDeliveredError` if the message
   * was not sent, and with any other error if the outcome is unknown.
   */
  readonly send: (message: CodeMessage) => Promise<void>
}

/** How a user gets a code: sent in a message, or printed to the console of the server; null if codes are not available. */
export type CodeDelivery = 'sent' | 'printed' | null

export function codeDelivery(sender: CodeSender | null): CodeDelivery {
  if (sender === null) return null
  return sender.isConsole === true ? 'printed' : 'sent'
}

/** The message was not sent; `cause` is the reason. */
export class NotDeliveredError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'NotDeliveredError'
  }
}
