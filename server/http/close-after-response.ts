/** Connections that end after the current response: bytes behind a rejected message may belong to it. */
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const over = new WeakSet<Duplex>()

/** Marks a connection as ended; false if it is marked already. */
export function closeAfterResponse(connection: Duplex): boolean {
  if (over.has(connection)) return false
  over.add(connection)
  return true
}

/** Ignores requests after a response with `Connection: close`; Node would process them and lose their responses. */
export function ignorePipelined(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (over.has(request.raw.socket)) reply.hijack()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.getHeader('connection') === 'close') closeAfterResponse(request.raw.socket)
    done()
  })
}
