/** Where requests are counted, in fixed windows. */
import type { CountedPolicy } from './policies.ts'

/** What a caller has taken in the window that is open. */
export interface Taken {
  readonly count: number
  /** Until the window ends. */
  readonly resetMs: number
}

export interface Counts extends AsyncDisposable {
  /** Adds `price` to what `caller` has taken by `policy`. Rejects while nothing can be counted here. */
  add(policy: CountedPolicy, caller: string, price: 0 | 1): Promise<Taken>
}
