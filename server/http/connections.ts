/** Limits the number of open connections, and disconnects clients that do not read their responses. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { MessageLimits } from './message-limits.ts'
import type { BusySocket } from './socket-errors.ts'

type Connection = Socket & BusySocket

/**
 * At the maximum, the oldest idle connection is closed for a new one: Node's own limit rejects the newest connection, so a client
 * with many idle connections would block all others. Also closes connections whose responses stay unread, and, once `server` has
 * stopped listening, connections without a request.
 */
export function limitConnections(
  server: Server,
  { connections, unreadTimeoutMs, timeoutCheckMs }: MessageLimits,
): void {
  /** In the order of arrival; the value is the time when the connection was first seen with unread response bytes, or null. */
  const open = new Map<Connection, number | null>()

  server.on('connection', (connection: Connection) => {
    if (open.size >= connections) disconnect(open.keys().find(isIdle) ?? connection)
    if (connection.destroyed) return
    open.set(connection, null)
    connection.once('close', () => open.delete(connection))
  })
  // The chat has limits of its own for its sockets.
  server.on('upgrade', (request: IncomingMessage) => open.delete(request.socket))

  function disconnect(connection: Connection): void {
    open.delete(connection)
    connection.destroy()
  }

  function check(): void {
    const now = performance.now()
    for (const [connection, unreadSince] of open) {
      // Node would keep a connection without a request open, in case one arrives.
      if (!server.listening && !connection._httpMessage) disconnect(connection)
      else if (connection.writableLength === 0) open.set(connection, null)
      else if (unreadSince === null) open.set(connection, now)
      else if (now - unreadSince > unreadTimeoutMs) disconnect(connection)
    }
  }
  const timer = setInterval(check, timeoutCheckMs).unref()
  server.on('close', () => clearInterval(timer))
}

/** Whether the server has no complete request to respond to. */
function isIdle({ _httpMessage: response }: Connection): boolean {
  return !response?.req.complete
}
