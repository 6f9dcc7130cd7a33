/** Pipelined requests: Node stops reading after a packet of them, but one packet may ask for a hundred pages. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** An answer that is not wholly handed to the system yet, and its size before compression. */
interface Backlog {
  readonly response: ServerResponse
  bytes: number
}

/**
 * Destroys a connection when its next request or answer comes up while more than `unsentBytes` of its answers wait to be
 * sent. A client that sends its next request after an answer never gets there.
 */
export function limitResponseBacklog(app: FastifyInstance, unsentBytes: number): void {
  const bySocket = new WeakMap<Socket, readonly Backlog[]>()
  const unsentOf = (socket: Socket): readonly Backlog[] => {
    const unsent = (bySocket.get(socket) ?? []).filter(({ response }) => !response.writableFinished)
    if (unsent.reduce((sum, { bytes }) => sum + bytes, 0) > unsentBytes) socket.destroy()
    return unsent
  }

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    bySocket.set(socket, [...unsentOf(socket), { response: reply.raw, bytes: 0 }])
    // What came in the same packet is not worth an answer any more.
    if (socket.destroyed) reply.hijack()
    done()
  })

  // Before compression, which holds on to the whole text while its stream waits.
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    const unsent = unsentOf(socket)
    if (socket.destroyed) return done(null, '')
    const own = unsent.find(({ response }) => response === reply.raw)
    if (own && typeof payload === 'string') own.bytes = payload.length
    done()
  })
}
