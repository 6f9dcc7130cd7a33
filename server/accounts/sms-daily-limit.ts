/** What messages cost in a day has an end, whoever asks for them and to which numbers. */
import type { OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { Logger } from 'pino'
import { type CodeSender, NotDeliveredError } from './code-sender.ts'

export interface SmsDailyLimit {
  readonly codes: Pick<OneTimeCodes, 'countSentToTelephones'>
  readonly perDay: number
  readonly log: Logger
}

/** A sender of codes that were issued before, which `codes` has counted: of those above `perDay` none is sent. */
export function withDailyLimit(sender: CodeSender, { codes, perDay, log }: SmsDailyLimit): CodeSender {
  return {
    send: async (message) => {
      if ((await codes.countSentToTelephones()) > perDay) {
        log.error(
          { perDay },
          'SMS_DAILY_LIMIT is reached: no more codes go out by SMS until some are a day old',
        )
        throw new NotDeliveredError(new Error('SMS_DAILY_LIMIT is reached'))
      }
      await sender.send(message)
    },
    [Symbol.dispose]: () => sender[Symbol.dispose](),
  }
}
