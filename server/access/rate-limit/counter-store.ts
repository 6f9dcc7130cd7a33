/** Where requests are counted, in fixed windows. */
import type { AppliedPolicy } from './policies.ts'

/** What a caller has taken in the window that is open. */
export interface WindowUsage {
  readonly count: number
  /** Until the window ends. */
  readonly resetMs: number
}

/** A store of counts: in memory, in PostgreSQL or in Valkey. */
export interface CounterStore extends AsyncDisposable {
  /** Adds `price` to what `caller` has taken by `policy`. Rejects while nothing can be counted here. */
  add(policy: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage>
}

/** The place is there and lets nobody count; the message names the setting and says what to do. */
export class CounterStoreError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CounterStoreError'
  }
}
