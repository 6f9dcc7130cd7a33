/**
 * One HTTP GET request that follows redirects on the same host, and ends if the server sends nothing for a while.
 *
 * Uses `node:http`, because the `fetch` of Node 24.21 throws an assertion error that cannot be caught if a server closes the
 * connection while the reader is busy (nodejs/undici#5360); a mirror on HTTP/1.0 does that with every file.
 */
import { once } from 'node:events'
import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InputError } from '../input-error.ts'
import { retryAfterMs, TransientError } from '@careatlas/models/retry'

const redirectsMax = 5
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** The server is temporarily busy or broken; other statuses are permanent. */
const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Requests the unencoded bytes (`identity`), so that lengths and ranges refer to the file.
 *
 * @throws {InputError} when the server redirects to another host, or too often.
 * @throws {TransientError} when the server cannot be reached, is busy, or sends nothing for `stallMs`.
 */
export async function httpGet(
  address: URL,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
): Promise<HttpResponse> {
  using resources = new DisposableStack()
  const stallTimer = resources.use(new StallTimer(address.host, stallMs))
  let currentAddress = address
  for (let redirectCount = 0; redirectCount <= redirectsMax; redirectCount++) {
    const message = await sendRequest(currentAddress, headers, stallTimer)
    if (!redirectStatuses.includes(getStatus(message))) {
      throwIfTransient(message, currentAddress)
      // From here on the response disposes of the timer.
      resources.move()
      return new HttpResponse(currentAddress, message, stallTimer)
    }
    message.destroy()
    currentAddress = resolveRedirect(currentAddress, message)
  }
  throw new InputError(
    `${address.href} redirects more than ${redirectsMax} times; open it in a browser, and correct --from.`,
  )
}

async function sendRequest(
  address: URL,
  headers: Readonly<Record<string, string>>,
  stallTimer: StallTimer,
): Promise<IncomingMessage> {
  const get = address.protocol === 'https:' ? getOverHttps : getOverHttp
  try {
    const request = get(address, {
      headers: { 'accept-encoding': 'identity', 'user-agent': 'careatlas', ...headers },
      signal: stallTimer.signal,
      agent: false,
    })
    const [message] = (await once(request, 'response')) as [IncomingMessage]
    // The reader of the message receives later errors.
    request.on('error', () => {})
    return message
  } catch (error) {
    throw toTransientError(error, `${address.host} cannot be reached`, stallTimer)
  }
}

function getStatus(message: IncomingMessage): number {
  return message.statusCode ?? 0
}

function resolveRedirect(from: URL, { headers }: IncomingMessage): URL {
  const to = URL.parse(headers.location ?? '', from.href)
  if (to === null || headers.location === undefined)
    throw new InputError(
      `${from.href} redirects without an address; open it in a browser, and correct --from.`,
    )
  requireSameHost(from, to)
  return to
}

/**
 * Restricts links and redirects to the host of --from: accepts the same protocol, host and port, or the same host with https.
 *
 * @throws {InputError} when `to` has another host, or changes from https to http.
 */
export function requireSameHost(from: URL, to: URL): void {
  if (to.origin === from.origin || (to.protocol === 'https:' && to.hostname === from.hostname)) return
  throw new InputError(
    `${from.origin} refers to ${to.origin === 'null' ? to.protocol : to.origin} for its files; if you trust that host, give it with --from.`,
  )
}

function throwIfTransient(message: IncomingMessage, { host }: URL): void {
  const status = getStatus(message)
  if (!transientStatuses.includes(status)) return
  throw new TransientError(`${host} answers ${status}`, {
    retryAfterMs: retryAfterMs(message.headers['retry-after'] ?? null),
  })
}

/** The response of the server. Disposal closes the connection, even if not all bytes were read. */
export class HttpResponse implements Disposable {
  /** The address after all redirects. */
  readonly address: URL
  readonly status: number
  readonly headers: Headers
  readonly #message: IncomingMessage
  readonly #stallTimer: StallTimer

  constructor(address: URL, message: IncomingMessage, stallTimer: StallTimer) {
    this.address = address
    this.status = getStatus(message)
    this.headers = new Headers(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    )
    this.#message = message
    this.#stallTimer = stallTimer
  }

  /** @throws {TransientError} when the connection breaks or stalls. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#body() as AsyncIterable<Uint8Array>) {
        this.#stallTimer.restart()
        yield chunk
      }
    } catch (error) {
      throw toTransientError(error, `${this.address.host} closed the connection`, this.#stallTimer)
    }
  }

  /** Some servers compress the body although the request excludes that. */
  #body(): Readable {
    const isCompressed = this.headers.get('content-encoding') === 'gzip'
    return isCompressed ? pipeline(this.#message, createGunzip(), () => {}) : this.#message
  }

  /** The error for a permanent status. */
  toInputError(): InputError {
    return new InputError(
      `${this.address.host} answers ${this.status} for ${this.address.pathname}; open ${this.address.href} in a browser, and correct --from.`,
    )
  }

  [Symbol.dispose](): void {
    this.#stallTimer[Symbol.dispose]()
  }
}

/** An error after a stall is the abort by the timer, whose reason is in the signal. */
function toTransientError(error: unknown, clause: string, { signal }: StallTimer): TransientError {
  if (signal.reason instanceof TransientError) return signal.reason
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new TransientError(`${clause}${code}`, { cause: error })
}

/** Aborts the connection if `restart` is not called for `stallMs`, and on disposal. */
class StallTimer implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(host: string, stallMs: number) {
    const stall = new TransientError(`${host} has sent nothing for ${Math.ceil(stallMs / 1000)} s`)
    this.#timer = setTimeout(() => this.#controller.abort(stall), stallMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(): void {
    this.#timer.refresh()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }
}
