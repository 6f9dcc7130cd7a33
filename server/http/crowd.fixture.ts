/** For tests, as a program of its own, since its sockets would count as ours: `crowd.fixture.ts <kind> <port> <how many>`. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One line of it is printed when all are connected, one when all are gone. */
export interface Crowd {
  readonly connected: number
  readonly gone: number
  /** How many got this status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Of the connection that was held the longest. */
  readonly longestSeconds: number
}

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n`
const second = 1000

/** What each kind does with its connection, given its number. */
const kinds: Readonly<Record<string, (socket: Socket, at: number) => void>> = {
  silent: () => undefined,
  'slow-sender': (socket, at) => {
    socket.write(
      at % 2 ? head('GET', '/docs') : `${head('POST', '/oauth/token')}Content-Length: 60000\r\n\r\n`,
    )
    everySecond(socket, () => socket.write('x'))
  },
  'slow-reader': (socket) => {
    socket.pause()
    socket.write(`${head('GET', '/openapi.json')}\r\n`.repeat(100))
    // Empty lines before a request are passed over (RFC 9112, section 2.2); who writes learns that the connection is gone.
    everySecond(socket, () => {
      socket.read(1)
      socket.write('\r\n')
    })
  },
}

function everySecond(socket: Socket, act: () => void): void {
  const timer = setInterval(act, second)
  socket.on('close', () => clearInterval(timer))
}

async function main([kind = '', port = '', count = '']: readonly string[]): Promise<void> {
  const statuses: Record<string, number> = {}
  const crowd = { connected: 0, gone: 0, statuses, longestSeconds: 0 }
  const say = () => process.stdout.write(`${JSON.stringify(crowd)}\n`)
  const batch = 200
  for (let at = 0; at < Number(count); at++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    const since = performance.now()
    socket.on('data', (chunk: Buffer) => {
      const [, status = 'other'] = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1')) ?? []
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    socket.on('connect', () => {
      crowd.connected += 1
      kinds[kind]!(socket, at)
    })
    socket.on('close', () => {
      crowd.gone += 1
      crowd.longestSeconds = Math.max(crowd.longestSeconds, (performance.now() - since) / second)
      if (crowd.gone === Number(count)) say()
    })
    // No more at once than the system lets wait to be accepted.
    if (at % batch === batch - 1) await once(socket, 'connect')
  }
  say()
}

if (import.meta.main) await main(process.argv.slice(2))
