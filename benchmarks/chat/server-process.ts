/** A process of the benchmark: the server of the product, or a bare `ws` server that echoes; it reports its memory when asked. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readConfig } from '@careatlas/server/config'
import { startServer } from '@careatlas/server/main'
import { WebSocketServer } from 'ws'

const [kind, dataDir] = process.argv.slice(2)
const port = kind === 'bare' ? await serveBare() : await serveProduct()
process.on('message', () => {
  globalThis.gc?.()
  process.send!({ rssMiB: process.memoryUsage.rss() / 2 ** 20 })
})
process.send!({ port })

async function serveProduct(): Promise<number> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const { url } = await startServer(config)
  return Number(new URL(url).port)
}

/** Echoes each frame, with the settings of the product. */
async function serveBare(): Promise<number> {
  const server = createServer()
  const sockets = new WebSocketServer({
    server,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
    clientTracking: false,
  })
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => socket.send((data as Buffer).toString())),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}
