/** How often one caller may ask: so many requests in a window, and of searches and cards so many in a day. */
import { ApiError } from '@careatlas/contract/errors'
import type { CounterStore } from './counter-store.ts'
import { FallbackCounterStore, type FallbackCounterStoreOptions } from './fallback-counter-store.ts'
import { MemoryCounts } from './memory-counter-store.ts'
import {
  type AppliedPolicy,
  dailyPolicy,
  dayMs,
  type PolicyName,
  policyNamed,
  spendsQuota,
} from './policies.ts'
import { PostgresCounts } from './postgres-counter-store.ts'
import { BlocklistCounterStore } from './blocklist-counter-store.ts'
import { ValkeyCounts } from './valkey-counter-store.ts'

/** What is left to a caller of a policy. */
export interface Allowance {
  readonly policy: AppliedPolicy
  readonly remaining: number
  /** Until all is left again. */
  readonly resetSeconds: number
}

/** Who asks: by the burst limits as `caller`, by the quota of the day as `payer`. */
export interface Spender {
  readonly caller: string
  readonly quotaSubject: string
}

/** What the operator says. */
export interface LimitsOptions {
  /** Searches and cards of a payer in a day of UTC; null: as many as the other policies let it have. */
  readonly dailyQuota?: number | null
}

type SharedOptions = LimitsOptions & Pick<FallbackCounterStoreOptions, 'log'>

/** Counts requests by their policies, and refuses those that are too many. */
export class Limits implements AsyncDisposable {
  readonly #counts: CounterStore | null
  readonly #dailyQuota: number | null

  /** Nobody is counted. */
  static none(): Limits {
    return new Limits(null)
  }

  /** Of this server alone. */
  static inMemory(options: LimitsOptions = {}): Limits {
    return new Limits(new MemoryCounts(), options)
  }

  /** In the database at `url`. While it is away each server counts for itself, here as in Valkey. */
  static async inPostgres(url: string, { log, ...options }: SharedOptions): Promise<Limits> {
    const shared = await PostgresCounts.open(url)
    const insured = new FallbackCounterStore(shared, { setting: 'DATABASE_URL', log })
    return new Limits(new BlocklistCounterStore(insured), options)
  }

  /** In the Valkey server at `url`, under the name of the service; that it cannot be reached is said at once. */
  static async inValkey(
    url: string,
    { log, service, ...options }: SharedOptions & { readonly service: string },
  ): Promise<Limits> {
    const shared = new FallbackCounterStore(await ValkeyCounts.open(url, service), {
      setting: 'VALKEY_URL',
      log,
    })
    await shared.add(policyNamed('public'), 'nobody', 0)
    return new Limits(new BlocklistCounterStore(shared), options)
  }

  private constructor(counts: CounterStore | null, { dailyQuota = null }: LimitsOptions = {}) {
    this.#counts = counts
    this.#dailyQuota = dailyQuota
  }

  /**
   * Counts a request, or looks at a price of 0, which is never refused: what is left by each policy, none where nobody is counted.
   * Rejects with `RateLimitError` when there were too many; what comes too fast spends no quota.
   */
  async take(policy: PolicyName, by: string | Spender, price: 0 | 1 = 1): Promise<readonly Allowance[]> {
    const allowances: Allowance[] = []
    const { caller, quotaSubject } = typeof by === 'string' ? { caller: by, quotaSubject: by } : by
    if (this.#counts === null) return allowances
    for (const applied of this.policiesOf(policy)) {
      const { count, allowance } = await takenOf(
        this.#counts,
        applied,
        applied.name === 'daily' ? quotaSubject : caller,
        price,
      )
      allowances.push(allowance)
      if (price > 0 && count > applied.limit) throw new RateLimitError(allowances, allowance)
    }
    return allowances
  }

  /** What applies to a request that is counted by `policy`, in the order in which it is counted. */
  policiesOf(policy: PolicyName): readonly AppliedPolicy[] {
    const applied = policyNamed(policy)
    return this.#dailyQuota === null || !spendsQuota(policy)
      ? [applied]
      : [applied, dailyPolicy(this.#dailyQuota)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#counts?.[Symbol.asyncDispose]()
  }
}

/** RateLimit header fields, as structured fields (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateLimitHeaders(
  applied: readonly AppliedPolicy[],
  allowances: readonly Allowance[],
): Record<string, string> {
  const limits = allowances.map(
    ({ policy, remaining, resetSeconds: t }) => `"${policy.name}";r=${remaining};t=${t}`,
  )
  return {
    'ratelimit-policy': applied
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(', '),
    ratelimit: limits.join(', '),
  }
}

/** Refuses a request as `rate_limited`, or as `quota_exceeded`. */
export class RateLimitError extends ApiError {
  /** Of each policy that was counted, the one that refuses last. */
  readonly allowances: readonly Allowance[]

  constructor(allowances: readonly Allowance[], { policy, resetSeconds }: Allowance) {
    if (policy.name === 'daily')
      super('quota_exceeded', 'The daily quota is used up; the next begins at 00:00 UTC.', resetSeconds)
    else super('rate_limited', `Too many requests; try again in ${resetSeconds} seconds.`, resetSeconds)
    this.allowances = allowances
  }
}

async function takenOf(counts: CounterStore, policy: AppliedPolicy, caller: string, price: 0 | 1) {
  const day = policy.name === 'daily' ? dayOf(Date.now()) : null
  const { count, resetMs } = await counts.add(
    policy,
    day === null ? caller : `${day.number}:${caller}`,
    price,
  )
  // Sums of fractions of milliseconds may be a little more than the window.
  const resetSeconds = Math.max(1, Math.ceil(Math.round(day?.leftMs ?? resetMs) / 1000))
  return { count, allowance: { policy, remaining: Math.max(0, policy.limit - count), resetSeconds } }
}

/** The day of UTC, by its number since 1970. */
function dayOf(now: number): { readonly number: number; readonly leftMs: number } {
  const number = Math.floor(now / dayMs)
  return { number, leftMs: (number + 1) * dayMs - now }
}
