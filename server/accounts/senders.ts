/** By which ways codes go out: as the operator has set, or printed where only this machine reaches the server. */
import { codeLimits, type OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { CodeSender } from './code-sender.ts'
import { consoleSender } from './console-sender.ts'
import { withDailyLimit } from './sms-daily-limit.ts'
import { SmsWebhookSender } from './sms-webhook-sender.ts'
import { SmtpSender } from './smtp-sender.ts'

type Print = (line: string) => void

const lifeMinutes = codeLimits.lifetimeMs / 60_000

/** Null: nobody gets a code by e-mail. */
export function mailSender({ smtp, loopback, productName }: Config, print: Print): CodeSender | null {
  if (smtp !== null) return new SmtpSender({ ...smtp, productName, lifeMinutes })
  return loopback ? consoleSender(print) : null
}

/** Null: nobody gets a code by SMS. */
export function smsSender(
  { sms, loopback, productName }: Config,
  { codes, log, print }: { readonly codes: OneTimeCodes; readonly log: Logger; readonly print: Print },
): CodeSender | null {
  const { webhook, perDay } = sms
  if (webhook === null) return loopback ? consoleSender(print) : null
  const sender = new SmsWebhookSender({ ...webhook, productName, lifeMinutes })
  return withDailyLimit(sender, { codes, perDay, log })
}
