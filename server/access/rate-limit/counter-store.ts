/** The interface of the stores that count requests in fixed windows. */
import type { AppliedPolicy } from './policies.ts'

/** The usage of a caller in the current window. */
export interface WindowUsage {
  readonly count: number
  /** The time until the window ends. */
  readonly resetMs: number
}

/** Implemented in memory, in PostgreSQL and in Valkey. */
export interface CounterStore extends AsyncDisposable {
  /** Adds `cost` to the usage of `caller`. Rejects while the store cannot count. */
  add(policy: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> | WindowUsage
}

/** The store is reachable but refuses to count; the message names the setting and the fix. */
export class CounterStoreError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CounterStoreError'
  }
}
