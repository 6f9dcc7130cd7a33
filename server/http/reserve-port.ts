/** Reserves HOST and PORT before anything is built, so that the URL of the server is known from the start. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface ListenPlace {
  readonly host: string
  readonly port: number
}

/** Dispose it unless `open` was called. */
export interface ReservedPort extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string
  /** Passes the port to `app`, which serves it until it is closed. */
  open(app: FastifyInstance): Promise<void>
}

/**
 * Connections are closed without a response until `open`. Port 0 lets the system choose one.
 * Rejects with ListenError if the address cannot be used.
 */
export async function reservePort(place: ListenPlace): Promise<ReservedPort> {
  const { host } = place
  await using opened = new AsyncDisposableStack()
  const main = opened.use(await listen(place))
  const { address, port } = main.address() as AddressInfo
  const others = await Promise.allSettled(
    (await otherAddresses(host, address)).map((other) => listen({ host: other, port })),
  )
  const extra = others.flatMap((other) => (other.status === 'fulfilled' ? [opened.use(other.value)] : []))
  const reserved = opened.move()
  return {
    url: urlOf(address, port),
    open: async (app) => {
      await app.ready()
      app.server.listen(main)
      await once(app.server, 'listening')
      for (const server of extra) {
        server
          .removeAllListeners('connection')
          .on('connection', (socket) => app.server.emit('connection', socket))
        app.server.once('close', () => server.close())
      }
    },
    [Symbol.asyncDispose]: () => reserved.disposeAsync(),
  }
}

async function listen({ host, port }: ListenPlace): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw listenError(error, { host, port })
  }
}

/** `localhost` names an IPv4 and an IPv6 address on most machines. */
async function otherAddresses(host: string, main: string): Promise<readonly string[]> {
  if (host !== 'localhost') return []
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address).filter((address) => address !== main)
}

function urlOf(address: string, port: number): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** HOST or PORT cannot be used; the message says which of them to change. */
export class ListenError extends Error {
  /** The error code of the system, such as `EADDRINUSE`. */
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'ListenError'
    this.code = code
  }
}

/** The ListenError for a system error; any other error unchanged. */
function listenError(error: unknown, { host, port }: ListenPlace): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence === undefined ? error : new ListenError(sentence(host, port), code)
}

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Another program listens on ${host}:${port}. Choose another PORT.`,
  EADDRNOTAVAIL: (host) =>
    `HOST ${host} is not an address of this machine. Use one of its addresses, or 0.0.0.0.`,
  EACCES: (_host, port) => `PORT ${port} is reserved for privileged users. Choose 1024 or higher.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}

function unknownHost(host: string): string {
  return `HOST ${host} does not resolve to an address. Use an IP address of this machine.`
}
