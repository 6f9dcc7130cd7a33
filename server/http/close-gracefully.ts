/** Stops a server the way a client would wish: what is under way is answered, then everything ends in time. */
import type { FastifyInstance } from 'fastify'

/** A connection that is busy at the signal becomes idle later, and Node looks for idle ones only once. */
const sweepMs = 100

/** Orchestrators kill after 10 s; what is not done by then is cut off one second before. */
const patienceMs = 9000

export async function closeGracefully(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(patience)
  }
}
