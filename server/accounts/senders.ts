/** Creates the senders of one-time codes: those that are configured, or the console if only this machine can reach the server. */
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import type { CodeSender } from './code-sender.ts'
import { withDailyLimit } from './sms-daily-limit.ts'
import { SmsWebhookSender } from './sms-webhook-sender.ts'
import { SmtpSender } from './smtp-sender.ts'

/** The options of both senders; a `Config` has all of them. */
export interface SenderOptions {
  readonly productName: string
  /** Whether only this machine can reach the server. */
  readonly isLocalOnly: boolean
  readonly smtp: { readonly url: string; readonly from: string } | null
  readonly sms: {
    readonly webhook: { readonly url: string; readonly secret: Uint8Array } | null
    readonly perDay: number
  }
}

type Print = (line: string) => void

/** Creates the sender for e-mail addresses; null if codes are not available for them. */
export function createMailSender(
  { smtp, isLocalOnly, productName }: SenderOptions,
  print: Print,
): CodeSender | null {
  if (smtp !== null) return new SmtpSender({ ...smtp, productName })
  return isLocalOnly ? createConsoleSender(print) : null
}

/** Creates the sender for telephone numbers; null if codes are not available for them. */
export function createSmsSender(
  { sms, isLocalOnly, productName }: SenderOptions,
  { codes, log, print }: { readonly codes: OneTimeCodes; readonly log: Logger; readonly print: Print },
): CodeSender | null {
  const { webhook, perDay } = sms
  if (webhook === null) return isLocalOnly ? createConsoleSender(print) : null
  const sender = new SmsWebhookSender({ ...webhook, productName })
  return withDailyLimit(sender, { codes, perDay, log })
}

/** Prints codes to the console of the server. */
function createConsoleSender(print: Print): CodeSender {
  return {
    isConsole: true,
    send: async ({ to, code }) => print(`code     ${code} for ${to}\n`),
    [Symbol.dispose]: () => undefined,
  }
}
