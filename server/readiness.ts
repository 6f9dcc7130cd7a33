/** Decides from the health checks whether this server should get requests (decision 41). */
import type { Health } from '@careatlas/contract/envelopes'

export interface Readiness {
  readonly status: 'ready' | 'not_ready'
  readonly checks: readonly ReadinessCheck[]
}

interface ReadinessCheck {
  /** `running` fails while the server starts or stops. */
  readonly name: 'running' | keyof Health['checks']
  /** Only a `failing` check makes the server not ready. */
  readonly status: 'ok' | 'degraded' | 'failing'
}

/** While the server starts or stops, no other check is made. */
export const notRunning = toReadiness([{ name: 'running', status: 'failing' }])

export function createReadiness(
  { snapshot, embedder, state, limits }: Health['checks'],
  isSnapshotLoaded: boolean,
): Readiness {
  return toReadiness([
    { name: 'running', status: 'ok' },
    { name: 'snapshot', status: isSnapshotLoaded ? degradedIfFailing(snapshot) : 'failing' },
    { name: 'embedder', status: degradedIfFailing(embedder) },
    { name: 'state', status: state },
    { name: 'limits', status: degradedIfFailing(limits) },
  ])
}

function toReadiness(checks: readonly ReadinessCheck[]): Readiness {
  return { status: checks.some(({ status }) => status === 'failing') ? 'not_ready' : 'ready', checks }
}

function degradedIfFailing(status: 'ok' | 'failing'): 'ok' | 'degraded' {
  return status === 'ok' ? 'ok' : 'degraded'
}
