/** One GET over HTTP: its redirects followed by our rules, its bytes watched so that a silent server is not waited for. */
import { InputRefused } from '../input-refused.ts'
import { PassingFailure, retryAfterMs } from './patience.ts'
import { refuseOtherHost } from './same-host.ts'

const redirectsMax = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** The server is busy or broken for now; other statuses stay what they are. */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Asks for the bytes as they lie on the server (`identity`), so that lengths and ranges mean what they say.
 *
 * @throws {InputRefused} when it leads to another host, or round and round.
 * @throws {PassingFailure} when the server cannot be reached, is busy, or says nothing for `stallMs`.
 */
export async function ask(
  address: URL,
  headers: Readonly<Record<string, string>>,
  stallMs: number,
): Promise<Answer> {
  using life = new DisposableStack()
  const watch = life.use(new Watch(address.host, stallMs))
  let at = address
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const response = await sent(at, headers, watch)
    if (!redirects.includes(response.status)) {
      refusePassing(response, at)
      // From here on the answer disposes of the watch.
      life.move()
      return new Answer(at, response, watch)
    }
    await response.body?.cancel()
    at = redirected(at, response)
  }
  throw new InputRefused(
    `${address.href} redirects more than ${redirectsMax} times; open it in a browser, and correct --from.`,
  )
}

async function sent(
  address: URL,
  headers: Readonly<Record<string, string>>,
  watch: Watch,
): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { 'accept-encoding': 'identity', 'user-agent': 'careatlas', ...headers },
      redirect: 'manual',
      signal: watch.signal,
    })
  } catch (error) {
    throw passingFailure(error, `${address.host} cannot be reached`)
  }
}

function redirected(from: URL, response: Response): URL {
  const to = URL.parse(response.headers.get('location') ?? '', from.href)
  if (to === null)
    throw new InputRefused(`${from.href} redirects to no address; open it in a browser, and correct --from.`)
  refuseOtherHost(from, to)
  return to
}

function refusePassing({ status, headers }: Response, { host }: URL): void {
  if (!passing.includes(status)) return
  throw new PassingFailure(`${host} answers ${status}`, {
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  })
}

/** What came back. Disposing ends the connection, whether or not all was read. */
export class Answer implements Disposable {
  /** Where the redirects ended. */
  readonly address: URL
  readonly status: number
  readonly headers: Headers
  readonly #body: Response['body']
  readonly #watch: Watch

  constructor(address: URL, response: Response, watch: Watch) {
    this.address = address
    this.status = response.status
    this.headers = response.headers
    this.#body = response.body
    this.#watch = watch
  }

  /** @throws {PassingFailure} when the connection breaks or falls silent. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#body ?? []) {
        this.#watch.hear()
        yield chunk
      }
    } catch (error) {
      throw passingFailure(error, `${this.address.host} broke off`)
    }
  }

  /** For a status that leads nowhere. */
  refusal(): InputRefused {
    return new InputRefused(
      `${this.address.host} answers ${this.status} for ${this.address.pathname}; open ${this.address.href} in a browser, and correct --from.`,
    )
  }

  [Symbol.dispose](): void {
    this.#watch[Symbol.dispose]()
  }
}

/** `fetch` hides the system's reason (`ENOTFOUND`, `ECONNRESET`) in the cause. */
function passingFailure(error: unknown, clause: string): PassingFailure {
  if (error instanceof PassingFailure) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new PassingFailure(`${clause}${code}`, { cause: error })
}

/** Gives the connection up when nothing was heard for `stallMs`, and when it is disposed. */
class Watch implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(host: string, stallMs: number) {
    const silence = new PassingFailure(`${host} has sent nothing for ${Math.ceil(stallMs / 1000)} s`)
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
