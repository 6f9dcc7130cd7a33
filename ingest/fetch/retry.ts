/** Retries failed requests. */
import { setTimeout } from 'node:timers/promises'
import { InputError } from '../input-error.ts'

export interface RetryPolicy {
  /** The connection is closed after this time without a byte. */
  readonly stallMs: number
  /** The number of attempts for each request, including the first. */
  readonly attempts: number
  /** The first pause; it doubles with each attempt unless the server sends Retry-After. */
  readonly firstPauseMs: number
}

export const defaultRetryPolicy: RetryPolicy = { stallMs: 60_000, attempts: 5, firstPauseMs: 1000 }

/** If a server asks for a longer pause, the command ends. */
const pauseMaxMs = 120_000

/** A failure that a retry may resolve. The message is a clause with the host. */
export class TransientError extends Error {
  readonly retryAfterMs: number | null

  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number | null } = {}) {
    super(message, options)
    this.name = 'TransientError'
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/**
 * Returns the result of `attempt`, which is retried after a TransientError.
 *
 * @throws {InputError} when the last attempt fails.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  policy: RetryPolicy,
  note: (sentence: string) => void,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      const pauseMs = error.retryAfterMs ?? policy.firstPauseMs * 2 ** (tried - 1)
      if (tried >= policy.attempts || pauseMs > pauseMaxMs) throw toInputError(error, tried)
      note(`${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} s.`)
      await setTimeout(pauseMs)
    }
  }
}

function toInputError(error: TransientError, attempts: number): InputError {
  const tried = attempts === 1 ? '' : ` (attempt ${attempts} of ${attempts})`
  return new InputError(`${error.message}${tried}; run the same command later to resume.`, { cause: error })
}

/** `Retry-After: 120` or an HTTP date (RFC 9110, 10.2.3) in milliseconds from now; null for any other value. */
export function parseRetryAfterMs(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
