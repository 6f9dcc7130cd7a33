/** For tests: a separate program that opens many connections, so that its sockets do not count as the server's: `crowd.fixture.ts <kind> <port> <count>`. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The program prints this as a line of JSON when all connections are open, and again when all are closed. */
export interface Crowd {
  readonly connected: number
  readonly closed: number
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Duration of the longest connection. */
  readonly longestSeconds: number
}

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n`
const second = 1000

/** How each kind of client uses its connection, given its index. */
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
    // The server ignores empty lines before a request (RFC 9112, section 2.2). Writing them detects a closed connection.
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
  const crowd = { connected: 0, closed: 0, statuses, longestSeconds: 0 }
  const print = () => process.stdout.write(`${JSON.stringify(crowd)}\n`)
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
      crowd.closed += 1
      crowd.longestSeconds = Math.max(crowd.longestSeconds, (performance.now() - since) / second)
      if (crowd.closed === Number(count)) print()
    })
    // Connects in batches no larger than the listen backlog.
    if (at % batch === batch - 1) await once(socket, 'connect')
  }
  print()
}

if (import.meta.main) await main(process.argv.slice(2))
