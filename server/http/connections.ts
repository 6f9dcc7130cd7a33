/** The open connections: the oldest that nobody works for makes room for the next, and who does not read or is late is let go. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { MessageLimits } from './message-limits.ts'
import type { BusySocket } from './socket-errors.ts'

type Connection = Socket & BusySocket

/**
 * Holds `server` to `connections` and `unreadTimeoutMs`, and once it listens no more to those who have asked. Node's own limit turns the newest away, so that whoever opens as many as there
 * may be and says nothing keeps everybody else out.
 */
export function limitConnections(
  server: Server,
  { connections, unreadTimeoutMs, timeoutCheckMs }: MessageLimits,
): void {
  /** In the order in which they came, each with the time since when bytes wait for its client. */
  const open = new Map<Connection, number | null>()

  server.on('connection', (connection: Connection) => {
    if (open.size >= connections) letGo(open.keys().find(isIdle) ?? connection)
    if (connection.destroyed) return
    open.set(connection, null)
    connection.once('close', () => open.delete(connection))
  })

  function letGo(connection: Connection): void {
    open.delete(connection)
    connection.destroy()
  }

  function look(): void {
    const now = performance.now()
    for (const [connection, since] of open) {
      // Node waits for them, as if they were about to ask.
      if (!server.listening && !connection._httpMessage) letGo(connection)
      else if (connection.writableLength === 0) open.set(connection, null)
      else if (since === null) open.set(connection, now)
      else if (now - since > unreadTimeoutMs) letGo(connection)
    }
  }
  const looking = setInterval(look, timeoutCheckMs).unref()
  server.on('close', () => clearInterval(looking))
}

/** Without a whole request that is being answered. */
function isIdle({ _httpMessage: underWay }: Connection): boolean {
  return !underWay?.req.complete
}
