/** Limits the number of SMS per day, and thereby their cost. */
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import { type CodeSender, NotDeliveredError } from './code-sender.ts'

export interface SmsDailyLimit {
  readonly codes: Pick<OneTimeCodes, 'countSentToTelephones'>
  readonly perDay: number
  readonly log: Logger
}

/** Wraps `sender` so that it sends at most `perDay` of the codes that `codes` has counted in the last day. */
export function withDailyLimit(sender: CodeSender, { codes, perDay, log }: SmsDailyLimit): CodeSender {
  return {
    send: async (message) => {
      if ((await codes.countSentToTelephones()) > perDay) {
        log.error(
          { perDay },
          'SMS_DAILY_LIMIT is reached: no codes are sent by SMS until older ones leave the 24-hour window',
        )
        throw new NotDeliveredError(new Error('SMS_DAILY_LIMIT is reached'))
      }
      await sender.send(message)
    },
    [Symbol.dispose]: () => sender[Symbol.dispose](),
  }
}
