/** Graceful shutdown: the server completes pending requests, then closes all connections within a time limit. */
import { closeTimeoutMs } from '@careatlas/state/state'
import type { FastifyInstance } from 'fastify'

/** Node closes idle connections only once, when the server closes; this interval also closes those that become idle later. */
const sweepMs = 100

/** Docker kills a process 10 s after SIGTERM, so `careatlas serve` exits by then, even if a step below takes longer. */
export const stopTimeoutMs = 10_000

/** The admin listener closes last; its clients are nearby. */
export const adminTimeoutMs = 500

/** To close the snapshot, and to write the log. */
const restMs = 500

/**
 * The steps of a stop follow one another. The rate limits, the last-used times and the state each wait for their database for at most a
 * second, so that requests get 10 − 3 × 1 − 0.5 − 0.5 = 6 s.
 */
const requestsTimeoutMs = stopTimeoutMs - 3 * closeTimeoutMs - adminTimeoutMs - restMs

/** Completes pending requests; after `timeoutMs`, closes their connections. */
export async function closeGracefully(app: FastifyInstance, timeoutMs = requestsTimeoutMs): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const timeout = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(timeout)
  }
}
