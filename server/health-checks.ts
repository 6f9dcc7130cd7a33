/** Checks what the service depends on, for `getHealth`. */
import { setTimeout } from 'node:timers/promises'
import type { Health } from '@careatlas/contract/envelopes'
import type { State } from '@careatlas/state/state'
import type { Limits } from './access/rate-limit/limits.ts'
import { RefreshingCache } from './oauth/refreshing-cache.ts'
import type { SnapshotManager } from './snapshots/snapshot-manager.ts'

/** Short, so that a silent database does not delay the response. */
const timeoutMs = 1000

/** A check runs at most once per second, however many clients ask. */
const times = { maxAgeMs: 1000, staleIfErrorMs: 0, cooldownMs: 1000 }

/** Never rejects. */
export function healthChecks(
  current: SnapshotManager,
  { state, limits }: { readonly state: Pick<State, 'ping'>; readonly limits: Limits },
): () => Promise<Health['checks']> {
  const isStateUp = atMostOncePerSecond(() => state.ping().then(() => true))
  const isCountingShared = atMostOncePerSecond(() => limits.isCountingShared())
  return async () => {
    const [stateUp, shared] = await Promise.all([isStateUp(), isCountingShared()])
    return {
      snapshot: statusOf(!current.degraded),
      embedder: statusOf(!current.isEmbedderDown),
      state: statusOf(stateUp),
      limits: statusOf(shared),
    }
  }
}

/** False if `check` rejects, or takes too long. */
function atMostOncePerSecond(check: () => Promise<boolean>): () => Promise<boolean> {
  const timely = () => Promise.race([check(), setTimeout(timeoutMs, false, { ref: false })])
  const results = new RefreshingCache(timely, times)
  return () => results.get().catch(() => false)
}

function statusOf(isOk: boolean): 'ok' | 'failing' {
  return isOk ? 'ok' : 'failing'
}
