/**
 * Routes WebSocket upgrades as other requests, so that they get the same checks, request ids and error envelope: a refused upgrade is
 * an ordinary response. Other upgrades, such as to h2c, are ignored (RFC 9110, section 7.8).
 */
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { endConnection } from './close-after-response.ts'
import type { MessageLimits } from './message-limits.ts'

/** The bytes that Node has read after each upgrade request. */
const heads = new WeakMap<IncomingMessage, Buffer>()

/** Whether the request asks for an upgrade to a WebSocket (RFC 6455, section 4.2.1). */
export function isWebSocketUpgrade({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Passes upgrade requests to the routes. Node passes them on only if `shouldUpgradeCallback` is `isWebSocketUpgrade`. */
export function routeUpgrades(app: FastifyInstance, { lingerMs }: MessageLimits): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    heads.set(request, head)
    const response = new ServerResponse(request)
    response.assignSocket(request.socket)
    response.shouldKeepAlive = false
    response.once('finish', () => endConnection(socket, lingerMs))
    socket.on('error', () => socket.destroy())
    app.routing(request, response)
  })
}

/** The bytes after an upgrade request. */
export function upgradeHead(request: IncomingMessage): Buffer {
  return heads.get(request) ?? Buffer.alloc(0)
}
