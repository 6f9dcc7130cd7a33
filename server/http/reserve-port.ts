/** Reserves HOST and PORT before anything is built, so that the URL of the server is known from the start. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { listenError, type ListenPlace } from './listen-error.ts'

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
