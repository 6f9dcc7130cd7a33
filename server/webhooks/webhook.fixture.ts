/** For tests: a real HTTP server that records the requests of webhooks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Handles each request with the next of `handlers`, and repeats the last one. */
export async function startWebhook(...handlers: readonly RequestListener[]) {
  const requests: ReceivedRequest[] = []
  const handle: RequestListener = async (request, response) => {
    const body = await text(request)
    requests.push({ headers: request.headers, body })
    handlers[Math.min(requests.length, handlers.length) - 1]!(request, response)
  }
  const server = createServer(handle)
  const url = `http://127.0.0.1:${await listen(server)}/hook?from=us`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, requests, [Symbol.dispose]: close }
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
