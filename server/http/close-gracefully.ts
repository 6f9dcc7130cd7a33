/** Graceful shutdown: the server completes pending requests, then closes all connections within a time limit. */
import type { FastifyInstance } from 'fastify'

/** Node closes idle connections only once, when the server closes; this interval also closes those that become idle later. */
const sweepMs = 100

/** Container runtimes kill a process after 10 s, so the server closes the remaining connections one second earlier. */
const defaultTimeoutMs = 9000

export async function closeGracefully(app: FastifyInstance, timeoutMs = defaultTimeoutMs): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(timeout)
  }
}
