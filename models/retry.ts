/** Retries operations after temporary failures. */
import { setTimeout } from 'node:timers/promises'

export interface RetryPolicy {
  /** Including the first one. */
  readonly attempts: number
  /** Doubles with each further attempt, unless the server sends Retry-After. */
  readonly firstPauseMs: number
}

export interface RetryOptions {
  /** Ends the pauses; the attempt itself must observe it too. */
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: (error: TransientError, pauseMs: number) => void
}

/** If the server requests a longer pause, the operation is not retried. */
const pauseMaxMs = 120_000

/** A temporary failure: the next attempt may succeed. */
export class TransientError extends Error {
  readonly retryAfterMs: number | null

  constructor(message: string, options: ErrorOptions & { readonly retryAfterMs?: number | null } = {}) {
    super(message, options)
    this.name = 'TransientError'
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Repeats `attempt` after a TransientError. Rejects with the last error. */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  { attempts, firstPauseMs }: RetryPolicy,
  { signal, onRetry }: RetryOptions = {},
): Promise<Result> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError) || attemptNumber >= attempts || signal?.aborted) throw error
      const pauseMs = error.retryAfterMs ?? firstPauseMs * 2 ** (attemptNumber - 1)
      if (pauseMs > pauseMaxMs) throw error
      onRetry?.(error, pauseMs)
      await setTimeout(pauseMs, undefined, signal && { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** `Retry-After: 120` or an HTTP date (RFC 9110, 10.2.3) in milliseconds from now; null if it is neither. */
export function retryAfterMs(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
