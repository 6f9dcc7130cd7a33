/** Closes a connection after the current response: bytes that follow a rejected message may be part of that message. */
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const closing = new WeakSet<Duplex>()

/** Marks a connection, so that later requests on it are ignored; false if it is marked already. */
export function closeAfterResponse(connection: Duplex): boolean {
  if (closing.has(connection)) return false
  closing.add(connection)
  return true
}

/** Ends the connection with `lastBytes`, and destroys it after `lingerMs`: a client may never close its side. */
export function endConnection(connection: Duplex, lingerMs: number, lastBytes?: string): void {
  // At once, unread bytes of the client would reset the connection, and the client would lose the response.
  const timer = setTimeout(() => connection.destroy(), lingerMs).unref()
  connection.once('close', () => clearTimeout(timer))
  connection.end(lastBytes)
}

/** Ignores requests after a response with `Connection: close`; Node would process them and discard their responses. */
export function ignorePipelined(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (closing.has(request.raw.socket)) reply.hijack()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.getHeader('connection') === 'close') closeAfterResponse(request.raw.socket)
    done()
  })
}
