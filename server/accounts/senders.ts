/** Selects the senders of one-time codes: as configured, or the console if only this machine can reach the server. */
import { codeLimits, type OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import type { CodeSender } from './code-sender.ts'
import { consoleSender } from './console-sender.ts'
import { withDailyLimit } from './sms-daily-limit.ts'
import { SmsWebhookSender } from './sms-webhook-sender.ts'
import { SmtpSender } from './smtp-sender.ts'

/** The settings of both senders; `Config` has them. */
export interface SenderOptions {
  readonly productName: string
  /** Whether only this machine can reach the server. */
  readonly loopback: boolean
  readonly smtp: { readonly url: string; readonly from: string } | null
  readonly sms: {
    readonly webhook: { readonly url: string; readonly secret: Uint8Array } | null
    readonly perDay: number
  }
}

type Print = (line: string) => void

const lifeMinutes = codeLimits.lifetimeMs / 60_000

/** Null if no codes are sent by e-mail. */
export function mailSender({ smtp, loopback, productName }: SenderOptions, print: Print): CodeSender | null {
  if (smtp !== null) return new SmtpSender({ ...smtp, productName, lifeMinutes })
  return loopback ? consoleSender(print) : null
}

/** Null if no codes are sent by SMS. */
export function smsSender(
  { sms, loopback, productName }: SenderOptions,
  { codes, log, print }: { readonly codes: OneTimeCodes; readonly log: Logger; readonly print: Print },
): CodeSender | null {
  const { webhook, perDay } = sms
  if (webhook === null) return loopback ? consoleSender(print) : null
  const sender = new SmsWebhookSender({ ...webhook, productName, lifeMinutes })
  return withDailyLimit(sender, { codes, perDay, log })
}
