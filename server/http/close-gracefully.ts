/** Stops a server gracefully: current requests are answered, then all connections close within a time limit. */
import type { FastifyInstance } from 'fastify'

/** Busy connections become idle later, and Node closes idle ones only once. */
const sweepMs = 100

/** Orchestrators kill a process after 10 s; remaining connections are closed one second earlier. */
const timeoutMs = 9000

export async function closeGracefully(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(timeout)
  }
}
