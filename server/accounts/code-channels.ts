/** The ways to send a one-time code: by e-mail and by SMS, as far as they are configured. */
import { ApiError } from '@careatlas/contract/errors'
import type { CodeRequest, OneTimeCodes } from '@careatlas/state/one-time-codes'
import type { CodeSender } from './code-sender.ts'
import { parseEmail } from './email-address.ts'
import { parsePhone, type PhoneCountries } from './phone-number.ts'
import { sendCode } from './send-code.ts'

export interface CodeChannel {
  /** The normalized destination; null if it is none that codes may be sent to. */
  readonly normalize: (destination: string) => string | null
  /** Returns the id of the code. Rejects with CodeDeliveryError or an error of `OneTimeCodes.issue`. */
  readonly send: (request: CodeRequest) => Promise<string>
}

interface ChannelOptions {
  readonly codes: OneTimeCodes
  /** Null if codes are not available for these destinations. */
  readonly mail: CodeSender | null
  readonly sms: CodeSender | null
  readonly countries: PhoneCountries
}

export function createCodeChannels({ codes, mail, sms, countries }: ChannelOptions) {
  const createChannel = (sender: CodeSender, parse: (text: string) => string): CodeChannel => ({
    normalize: (destination) => orNull(() => parse(destination)),
    send: (request) => sendCode(codes, sender, request),
  })
  const channels = new Map<'email' | 'sms', CodeChannel>()
  if (mail !== null) channels.set('email', createChannel(mail, parseEmail))
  if (sms !== null)
    channels.set(
      'sms',
      createChannel(sms, (text) => parsePhone(text, countries)),
    )
  return channels
}

function orNull(parse: () => string): string | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
