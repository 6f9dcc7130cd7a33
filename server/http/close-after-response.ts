/** Connections that are over with the answer they got: what came behind in the same packet may be a part of what was refused. */
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const over = new WeakSet<Duplex>()

/** Says that nothing more is answered on this connection; false where that was said before. */
export function closeAfterResponse(connection: Duplex): boolean {
  if (over.has(connection)) return false
  over.add(connection)
  return true
}

/** Looks at no request that follows an answer with `Connection: close`; Node would, and lose what it answers. */
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
