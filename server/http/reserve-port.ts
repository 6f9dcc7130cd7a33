/** Reserves the address of a server before it is built, because its parts need its URL. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isWildcard, type ListenAddress } from '../addresses.ts'

/** The names of the settings, for errors. */
interface AddressSettings {
  readonly host: string
  readonly port: string
}

/** Must be disposed unless `open` was called. */
export interface ReservedPort extends AsyncDisposable {
  /** With 127.0.0.1 if the server listens on every address. Without a trailing slash. */
  readonly url: string
  /** Passes the port to `app`, which listens on it until it is closed. */
  open(app: FastifyInstance): Promise<void>
}

/**
 * Until `open`, connections are closed without a response. With port 0, the operating system chooses a port.
 * Rejects with ListenError if the address cannot be used.
 */
export async function reservePort(
  listenAddress: ListenAddress,
  settings: AddressSettings = { host: 'HOST', port: 'PORT' },
): Promise<ReservedPort> {
  const { host } = listenAddress
  await using opened = new AsyncDisposableStack()
  const primary = opened.use(await listen(listenAddress, settings))
  const { address, port } = primary.address() as AddressInfo
  const others = await Promise.allSettled(
    (await otherAddresses(host, address)).map((other) => listen({ host: other, port }, settings)),
  )
  const extra = others.flatMap((other) => (other.status === 'fulfilled' ? [opened.use(other.value)] : []))
  const reserved = opened.move()
  return {
    url: toUrl(address, port),
    open: async (app) => {
      await app.ready()
      app.server.listen(primary)
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

async function listen({ host, port }: ListenAddress, settings: AddressSettings): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw listenError(error, { host, port }, settings)
  }
}

/** On most machines, `localhost` resolves to an IPv4 and an IPv6 address. */
async function otherAddresses(host: string, primary: string): Promise<readonly string[]> {
  if (host !== 'localhost') return []
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address).filter((address) => address !== primary)
}

function toUrl(address: string, port: number): string {
  // Node also accepts IPv4 connections on `::`.
  const host = isWildcard(address) ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** An address cannot be used; the message names the setting to change. */
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
function listenError(error: unknown, address: ListenAddress, settings: AddressSettings): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const toMessage = messages[code]
  return toMessage === undefined ? error : new ListenError(toMessage(address, settings), code)
}

const messages: Readonly<Record<string, (address: ListenAddress, settings: AddressSettings) => string>> = {
  EADDRINUSE: ({ host, port }, settings) =>
    `Another program listens on ${host}:${port}. Choose another ${settings.port}.`,
  EADDRNOTAVAIL: ({ host }, settings) =>
    `${settings.host} ${host} is not an address of this machine. Use one of its addresses, or 0.0.0.0.`,
  EACCES: ({ port }, settings) =>
    `${settings.port} ${port} is reserved for privileged users. Choose 1024 or higher.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
}

function unknownHost({ host }: ListenAddress, settings: AddressSettings): string {
  return `${settings.host} ${host} does not resolve to an address. Use an IP address of this machine.`
}
