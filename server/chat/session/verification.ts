/** Verifies an e-mail address or telephone number inside a conversation, with the one-time codes of the service. */
import type { ServerData, VerificationChannel } from '@careatlas/contract/chat-frames'
import { ApiError } from '@careatlas/contract/errors'
import {
  type Challenge,
  codeLifetimeMs,
  codeLimits,
  type OneTimeCodes,
} from '@careatlas/state/one-time-codes'
import { randomBytes } from 'node:crypto'
import { type Audit, errorCodeOf } from '../../access/audit.ts'

/** How the service reaches a destination. */
export interface CodeChannel {
  /** The normalized destination; null if it is none that codes may be sent to. */
  readonly normalize: (destination: string) => string | null
  /** Issues and sends a code. Rejects with `rate_limited`, or with another error if the code was not delivered. */
  readonly send: (request: { purpose: string; destination: string; requester: string }) => Promise<string>
}

export interface VerificationOptions {
  readonly channels: ReadonlyMap<VerificationChannel, CodeChannel>
  readonly codes: Pick<OneTimeCodes, 'redeem' | 'countAttemptsLeft' | 'cancel'>
  /** The use of the codes: those of one partner are not valid for another. */
  readonly purpose: string
  /** Counts a code against the address of the client. Rejects with `rate_limited`. */
  readonly countCode: () => Promise<void>
  readonly audit: Audit
  readonly onFailure: (error: unknown) => void
}

type Failure = ServerData<'verification.failed'>

/**
 * The verification of one socket. The id of a challenge contains the secret of its requester, which only this client gets: a phone that
 * shows the message with the code suspends the page, and the code is then entered on another socket.
 */
export class Verification {
  readonly #options: VerificationOptions
  readonly #requester = randomBytes(16).toString('base64url')

  constructor(options: VerificationOptions) {
    this.#options = options
  }

  async start(
    channel: VerificationChannel,
    destination: string,
  ): Promise<ServerData<'verification.sent'> | Failure> {
    const { channels, purpose, countCode, audit, onFailure } = this.#options
    const codeChannel = channels.get(channel)
    const normalized = codeChannel?.normalize(destination) ?? null
    if (codeChannel === undefined || normalized === null)
      return failure('invalid_destination', 'A code cannot be sent there. Check the address or number.')
    const request = { purpose, destination: normalized }
    let id: string
    try {
      await countCode()
      id = await codeChannel.send({ ...request, requester: this.#requester })
      audit({ event: 'code_sent', ...request, codeId: id })
    } catch (error) {
      audit({ event: 'code_not_sent', ...request, why: errorCodeOf(error) })
      if (error instanceof ApiError && error.code === 'rate_limited') return toFailure(error, null)
      onFailure(error)
      return failure('not_sent', 'The code could not be sent. Try again later; the chat works without it.')
    }
    return {
      challenge_id: `${id}.${this.#requester}`,
      channel,
      destination_masked: maskDestination(normalized),
      code_length: 6,
      expires_in: codeLifetimeMs(normalized) / 1000,
      resend_after: codeLimits.resendDelayMs / 1000,
      attempts_left: codeLimits.attemptsMax,
    }
  }

  /** The verified destination, or why it is not verified. */
  async submit(challengeId: string, code: string): Promise<{ readonly destination: string } | Failure> {
    const { codes, audit } = this.#options
    const challenge = this.#parseChallenge(challengeId)
    try {
      return { destination: await codes.redeem({ ...challenge, code: code.replaceAll(/\s/g, '') }) }
    } catch (error) {
      audit({ event: 'code_refused', purpose: challenge.purpose, why: errorCodeOf(error) })
      if (error instanceof ApiError) return toFailure(error, await codes.countAttemptsLeft(challenge))
      throw error
    }
  }

  /** False if there is no such challenge. */
  cancel(challengeId: string): Promise<boolean> {
    return this.#options.codes.cancel(this.#parseChallenge(challengeId))
  }

  #parseChallenge(challengeId: string): Challenge {
    const [id = '', requester = ''] = challengeId.split('.')
    return { id, requester, purpose: this.#options.purpose }
  }
}

function failure(code: Failure['code'], message: string, attemptsLeft: number | null = null): Failure {
  return { code, message, attempts_left: attemptsLeft, retry_after: null }
}

/** @param attemptsLeft null: the challenge has ended, or never existed */
function toFailure({ code, message, retryAfterSeconds }: ApiError, attemptsLeft: number | null): Failure {
  if (code === 'rate_limited')
    return { code: 'rate_limited', message, attempts_left: attemptsLeft, retry_after: retryAfterSeconds }
  if (attemptsLeft === null) return failure('expired', 'This code has expired. Request a new one.')
  if (attemptsLeft === 0) return failure('too_many_attempts', 'Too many wrong codes. Request a new one.', 0)
  return failure('wrong_code', message, attemptsLeft)
}

/** `m•••@example.org` or `•••0100`: enough for its owner to recognize it. */
function maskDestination(destination: string): string {
  const at = destination.lastIndexOf('@')
  return at === -1 ? `•••${destination.slice(-4)}` : `${destination.slice(0, 1)}•••${destination.slice(at)}`
}
