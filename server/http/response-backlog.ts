/** Limits pipelined requests: Node stops reading after one packet, but a packet may contain a hundred requests. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** An unsent response, with its size before compression. */
interface Backlog {
  readonly response: ServerResponse
  bytes: number
}

/**
 * Closes a connection if more than `unsentBytes` of its responses are unsent when its next request or response begins. A client that
 * waits for each response never reaches the limit.
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
    // The other requests of the packet are not answered.
    if (socket.destroyed) reply.hijack()
    done()
  })

  // Before compression, which keeps the whole text in memory while its stream waits.
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    const unsent = unsentOf(socket)
    if (socket.destroyed) return done(null, '')
    const own = unsent.find(({ response }) => response === reply.raw)
    if (own && typeof payload === 'string') own.bytes = payload.length
    done()
  })
}
