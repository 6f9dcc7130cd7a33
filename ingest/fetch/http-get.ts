/**
 * One GET over HTTP: its redirects followed by our rules, its bytes watched so that a silent server is not waited for.
 *
 * By `node:http`, for the `fetch` of Node 24.21 dies on an assertion that nobody can catch when a server ends the
 * connection while the reader is busy (nodejs/undici#5360); a mirror on HTTP/1.0 does that with every file.
 */
import { once } from 'node:events'
import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InputError } from '../input-error.ts'
import { retryAfterMs, TransientError } from '@careatlas/models/retry'
import { refuseOtherHost } from './same-host.ts'

const redirectsMax = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** The server is busy or broken for now; other statuses stay what they are. */
const transientStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Asks for the bytes as they lie on the server (`identity`), so that lengths and ranges mean what they say.
 *
 * @throws {InputError} when it leads to another host, or round and round.
 * @throws {TransientError} when the server cannot be reached, is busy, or says nothing for `stallMs`.
 */
export async function httpGet(
  address: URL,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
): Promise<HttpResponse> {
  using life = new DisposableStack()
  const watch = life.use(new Watch(address.host, stallMs))
  let at = address
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const message = await sent(at, headers, watch)
    if (!redirects.includes(statusOf(message))) {
      throwIfTransient(message, at)
      // From here on the answer disposes of the watch.
      life.move()
      return new HttpResponse(at, message, watch)
    }
    message.destroy()
    at = redirected(at, message)
  }
  throw new InputError(
    `${address.href} redirects more than ${redirectsMax} times; open it in a browser, and correct --from.`,
  )
}

async function sent(
  address: URL,
  headers: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<IncomingMessage> {
  const get = address.protocol === 'https:' ? getOverHttps : getOverHttp
  try {
    const request = get(address, {
      headers: { 'accept-encoding': 'identity', 'user-agent': 'careatlas', ...headers },
      signal: watch.signal,
      agent: false,
    })
    const [message] = (await once(request, 'response')) as [IncomingMessage]
    // What breaks from here on, the reader of the message hears.
    request.on('error', () => {})
    return message
  } catch (error) {
    throw transientError(error, `${address.host} cannot be reached`, watch)
  }
}

function statusOf(message: IncomingMessage): number {
  return message.statusCode ?? 0
}

function redirected(from: URL, { headers }: IncomingMessage): URL {
  const to = URL.parse(headers.location ?? '', from.href)
  if (to === null || headers.location === undefined)
    throw new InputError(`${from.href} redirects to no address; open it in a browser, and correct --from.`)
  refuseOtherHost(from, to)
  return to
}

function throwIfTransient(message: IncomingMessage, { host }: URL): void {
  const status = statusOf(message)
  if (!transientStatuses.includes(status)) return
  throw new TransientError(`${host} answers ${status}`, {
    retryAfterMs: retryAfterMs(message.headers['retry-after'] ?? null),
  })
}

/** What came back. Disposing ends the connection, whether or not all was read. */
export class HttpResponse implements Disposable {
  /** Where the redirects ended. */
  readonly address: URL
  readonly status: number
  readonly headers: Headers
  readonly #message: IncomingMessage
  readonly #watch: Watch

  constructor(address: URL, message: IncomingMessage, watch: Watch) {
    this.address = address
    this.status = statusOf(message)
    this.headers = new Headers(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    )
    this.#message = message
    this.#watch = watch
  }

  /** @throws {TransientError} when the connection breaks or falls silent. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#body() as AsyncIterable<Uint8Array>) {
        this.#watch.hear()
        yield chunk
      }
    } catch (error) {
      throw transientError(error, `${this.address.host} broke off`, this.#watch)
    }
  }

  /** Some servers pack what was asked for as it lies. */
  #body(): Readable {
    const packed = this.headers.get('content-encoding') === 'gzip'
    return packed ? pipeline(this.#message, createGunzip(), () => {}) : this.#message
  }

  /** For a status that leads nowhere. */
  refusal(): InputError {
    return new InputError(
      `${this.address.host} answers ${this.status} for ${this.address.pathname}; open ${this.address.href} in a browser, and correct --from.`,
    )
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]()
  }
}

/** The connection that the watch gave up breaks with an error that does not say why. */
function transientError(error: unknown, clause: string, { signal }: Watch): TransientError {
  if (signal.reason instanceof TransientError) return signal.reason
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new TransientError(`${clause}${code}`, { cause: error })
}

/** Gives the connection up when nothing was heard for `stallMs`, and when it is disposed. */
class Watch implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(host: string, stallMs: number) {
    const silence = new TransientError(`${host} has sent nothing for ${Math.ceil(stallMs / 1000)} s`)
    this.#timer = setTimeout(() => this.#controller.abort(silence), stallMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  hear(): void {
    this.#timer.refresh()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }
}
