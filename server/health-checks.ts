/** Checks the dependencies of the service for `getHealth`. */
import { setTimeout } from 'node:timers/promises'
import type { Health } from '@careatlas/contract/envelopes'
import type { State } from '@careatlas/state/state'
import type { Limits } from './access/rate-limit/limits.ts'
import { RefreshingCache } from './access/refreshing-cache.ts'
import type { SnapshotManager } from './snapshots/snapshot-manager.ts'

/** Short, so that a database that does not respond does not delay the health check. */
const timeoutMs = 1000

/** Each check runs at most once per second, for any number of requests. */
const cacheTimes = { maxAgeMs: 1000, staleIfErrorMs: 0, cooldownMs: 1000 }

/** Returns a function that runs the checks and never rejects. */
export function healthChecks(
  current: SnapshotManager,
  { state, limits }: { readonly state: Pick<State, 'ping'>; readonly limits: Limits },
): () => Promise<Health['checks']> {
  const checkState = cacheForOneSecond(() => state.ping().then(() => true))
  const checkLimits = cacheForOneSecond(() => limits.checkSharedStore())
  return async () => {
    const [isStateUp, isCountingShared] = await Promise.all([checkState(), checkLimits()])
    return {
      snapshot: statusOf(!current.isDegraded),
      embedder: statusOf(!current.isEmbedderDown),
      state: statusOf(isStateUp),
      limits: statusOf(isCountingShared),
    }
  }
}

/** Caches the result of `check` for a second; the result is false if `check` rejects or takes too long. */
function cacheForOneSecond(check: () => Promise<boolean>): () => Promise<boolean> {
  const checkInTime = () => Promise.race([check(), setTimeout(timeoutMs, false, { ref: false })])
  const results = new RefreshingCache(checkInTime, cacheTimes)
  return () => results.get().catch(() => false)
}

function statusOf(isOk: boolean): 'ok' | 'failing' {
  return isOk ? 'ok' : 'failing'
}
