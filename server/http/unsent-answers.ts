/** Pipelined requests: Node stops reading after a packet of them, but one packet may ask for a hundred pages. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Destroys a connection when its next request or answer comes up while more than `unsentBytes` of its answers wait to be
 * sent. A client that sends its next request after an answer never gets there.
 */
export function limitUnsentAnswers(app: FastifyInstance, unsentBytes: number): void {
  const unsent = new WeakMap<Socket, number>()
  const sent = (socket: Socket, bytes: number) => unsent.set(socket, (unsent.get(socket) ?? 0) - bytes)
  const tooMany = (socket: Socket) => (unsent.get(socket) ?? 0) > unsentBytes

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (tooMany(socket)) socket.destroy()
    // What came in the same packet is not worth an answer any more.
    if (socket.destroyed) reply.hijack()
    done()
  })

  // Before compression, which holds on to the whole text while its stream waits.
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    if (tooMany(socket)) socket.destroy()
    if (socket.destroyed) return done(null, '')
    const bytes = typeof payload === 'string' ? payload.length : 0
    sent(socket, -bytes)
    reply.raw.once('close', () => sent(socket, bytes))
    done()
  })
}
