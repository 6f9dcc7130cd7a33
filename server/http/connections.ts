/** Limits the open connections: the oldest idle one is closed for a new one, and clients that do not read are disconnected. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { MessageLimits } from './message-limits.ts'
import type { BusySocket } from './socket-errors.ts'

type Connection = Socket & BusySocket

/**
 * Limits the connections of `server` and the time of unread responses; once `server` has stopped listening, it closes connections
 * without a request. Node's own limit rejects the newest connection, so a client with many idle connections would block all others.
 */
export function limitConnections(
  server: Server,
  { connections, unreadTimeoutMs, timeoutCheckMs }: MessageLimits,
): void {
  /** In the order of arrival; the value is the time since when response bytes are unread. */
  const open = new Map<Connection, number | null>()

  server.on('connection', (connection: Connection) => {
    if (open.size >= connections) disconnect(open.keys().find(isIdle) ?? connection)
    if (connection.destroyed) return
    open.set(connection, null)
    connection.once('close', () => open.delete(connection))
  })

  function disconnect(connection: Connection): void {
    open.delete(connection)
    connection.destroy()
  }

  function check(): void {
    const now = performance.now()
    for (const [connection, since] of open) {
      // Node would wait for them as if they were about to send a request.
      if (!server.listening && !connection._httpMessage) disconnect(connection)
      else if (connection.writableLength === 0) open.set(connection, null)
      else if (since === null) open.set(connection, now)
      else if (now - since > unreadTimeoutMs) disconnect(connection)
    }
  }
  const checking = setInterval(check, timeoutCheckMs).unref()
  server.on('close', () => clearInterval(checking))
}

/** Whether no complete request is in progress. */
function isIdle({ _httpMessage: underWay }: Connection): boolean {
  return !underWay?.req.complete
}
