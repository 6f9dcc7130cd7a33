/** Sends signed requests to a webhook of the operator (Standard Webhooks 1.0), with retries within a time limit. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signatureHeaders } from './signature.ts'

export interface SignedWebhookOptions {
  readonly url: string
  readonly secret: Uint8Array
  /** For all attempts together; short, because a user waits. Default: 5 seconds. */
  readonly timeoutMs?: number
}

/** The webhook did not accept a request. */
export class WebhookError extends Error {
  /** Whether the receiver has certainly not processed it. */
  readonly isUndelivered: boolean

  constructor(cause: Error, { isUndelivered }: { readonly isUndelivered: boolean }) {
    super(cause.message, { cause })
    this.name = 'WebhookError'
    this.isUndelivered = isUndelivered
  }
}

const defaultTimeoutMs = 5000

/** One attempt may take half of the timeout, which leaves time for a second one. */
const attemptTimeoutDivisor = 2
const attemptsMax = 3
const pauseMs = 200

/** `rejected` and `unreachable` requests were not processed; `unknown` ones may have been. */
interface Failure {
  readonly kind: 'rejected' | 'unreachable' | 'unknown'
  readonly error: Error
}

export class SignedWebhook implements Disposable {
  readonly #options: SignedWebhookOptions
  readonly #closing = new AbortController()

  constructor(options: SignedWebhookOptions) {
    this.#options = options
  }

  /**
   * Posts the content as JSON, with `idempotency_key`, which all attempts have in common. Rejects with WebhookError within the time
   * limit.
   */
  async post(content: object): Promise<void> {
    const { timeoutMs = defaultTimeoutMs } = this.#options
    const id = `msg_${randomBytes(16).toString('hex')}`
    const body = JSON.stringify({ ...content, idempotency_key: id })
    const deadline = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)])
    const failures: Failure[] = []
    while (failures.length < attemptsMax && !deadline.aborted) {
      const failure = await this.#attempt({ id, body }, deadline)
      if (failure === null) return
      failures.push(failure)
      if (failure.kind === 'rejected') break
      await pause(pauseMs, undefined, { signal: deadline }).catch(() => undefined)
    }
    const { error } = failures.at(-1) ?? { error: new Error('the sender is closed') }
    throw new WebhookError(error, { isUndelivered: failures.every(({ kind }) => kind !== 'unknown') })
  }

  /** Sends one request; null if the webhook accepted it. Only the status of the response is read. */
  async #attempt(
    message: { readonly id: string; readonly body: string },
    deadline: AbortSignal,
  ): Promise<Failure | null> {
    const { url, secret, timeoutMs = defaultTimeoutMs } = this.#options
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: message.body,
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders({ ...message, sentAtMs: Date.now() }, secret),
        },
        redirect: 'manual',
        signal: AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs / attemptTimeoutDivisor)]),
      })
      // Closes the connection without reading the body.
      await response.body?.cancel()
      if (response.ok) return null
      const error = new Error(`the webhook answered ${response.status}`)
      return { kind: response.status >= 500 ? 'unknown' : 'rejected', error }
    } catch (error) {
      return toFailure(error)
    }
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
  }
}

/** Codes of errors that occur before the request is sent: name resolution, connection, certificate. */
const unsentErrorCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*)$/

/** The error of `fetch` for a blocked port (https://fetch.spec.whatwg.org/#port-blocking). */
const blockedPortMessage = 'bad port'

function toFailure(thrown: unknown): Failure {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  if (!(cause instanceof Error)) return { kind: 'unknown', error: new Error('the webhook failed') }
  const code = 'code' in cause ? String(cause.code) : cause.name
  const isUnsent = unsentErrorCodes.test(code) || cause.message === blockedPortMessage
  const detail = code === 'Error' || cause.message.includes(code) ? cause.message : code
  return {
    kind: isUnsent ? 'unreachable' : 'unknown',
    error: new Error(`the webhook failed: ${detail}`, { cause }),
  }
}
