/** Limits unsent responses to pipelined requests: Node stops reading after one packet, but a packet may contain a hundred requests. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** An unsent response, with its size before compression. */
interface UnsentResponse {
  readonly response: ServerResponse
  bytes: number
}

/**
 * Closes a connection if more than `unsentBytes` of its responses are unsent when its next request or response begins. A client that
 * waits for each response never reaches the limit.
 */
export function limitResponseBacklog(app: FastifyInstance, unsentBytes: number): void {
  const bySocket = new WeakMap<Socket, UnsentResponse[]>()
  /** Returns the unsent responses of `socket`, the oldest first. Closes it if they exceed the limit. */
  const enforceLimit = (socket: Socket): UnsentResponse[] => {
    const unsent = bySocket.get(socket) ?? []
    while (unsent[0]?.response.writableFinished) unsent.shift()
    if (unsent.reduce((sum, { bytes }) => sum + bytes, 0) > unsentBytes) socket.destroy()
    return unsent
  }

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const unsent = enforceLimit(socket)
    if (unsent.push({ response: reply.raw, bytes: 0 }) === 1) bySocket.set(socket, unsent)
    // The other requests of the packet get no response.
    if (socket.destroyed) reply.hijack()
    done()
  })

  // This hook runs before compression, which keeps the whole text in memory while its stream waits.
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
    const unsent = enforceLimit(socket)
    if (socket.destroyed) return done(null, '')
    const current = unsent.find(({ response }) => response === reply.raw)
    if (current && typeof payload === 'string') current.bytes = payload.length
    done()
  })
}
