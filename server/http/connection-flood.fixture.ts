/**
 * For tests: a program that opens many connections: `connection-flood.fixture.ts <kind> <port> <count>`. It is a separate process, so
 * that its sockets do not count as open files of the server.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The program prints this summary as a line of JSON when all connections are open, and again when all are closed. */
export interface FloodSummary {
  readonly connected: number
  readonly closed: number
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Duration of the longest connection. */
  readonly longestSeconds: number
}

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: a\r\n`
const secondMs = 1000

/** Starts a client of each kind on a new connection; `index` counts the connections. */
const startClient: Readonly<Record<string, (socket: Socket, index: number) => void>> = {
  silent: () => undefined,
  'slow-sender': (socket, index) => {
    socket.write(
      index % 2 ? head('GET', '/docs') : `${head('POST', '/oauth/token')}Content-Length: 60000\r\n\r\n`,
    )
    repeatEverySecond(socket, () => socket.write('x'))
  },
  'slow-reader': (socket) => {
    socket.pause()
    socket.write(`${head('GET', '/openapi.json')}\r\n`.repeat(100))
    // The server ignores empty lines before a request (RFC 9112, section 2.2). Writing them detects a closed connection.
    repeatEverySecond(socket, () => {
      socket.read(1)
      socket.write('\r\n')
    })
  },
}

function repeatEverySecond(socket: Socket, action: () => void): void {
  const timer = setInterval(action, secondMs)
  socket.on('close', () => clearInterval(timer))
}

async function main([kind = '', port = '', count = '']: readonly string[]): Promise<void> {
  const statuses: Record<string, number> = {}
  const summary = { connected: 0, closed: 0, statuses, longestSeconds: 0 }
  const printSummary = () => process.stdout.write(`${JSON.stringify(summary)}\n`)
  const batchSize = 200
  for (let index = 0; index < Number(count); index++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    const startedAt = performance.now()
    socket.on('data', (chunk: Buffer) => {
      const [, status = 'other'] = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1')) ?? []
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    socket.on('connect', () => {
      summary.connected += 1
      startClient[kind]!(socket, index)
    })
    socket.on('close', () => {
      summary.closed += 1
      summary.longestSeconds = Math.max(summary.longestSeconds, (performance.now() - startedAt) / secondMs)
      if (summary.closed === Number(count)) printSummary()
    })
    // Connects in batches no larger than the listen backlog.
    if (index % batchSize === batchSize - 1) await once(socket, 'connect')
  }
  printSummary()
}

if (import.meta.main) await main(process.argv.slice(2))
