/** Rate limits: requests of a caller in a window, and a daily quota of searches and cards. */
import { ApiError } from '@careatlas/contract/errors'
import type { OperationId } from '@careatlas/contract/parameters'
import type { CounterStore } from './counter-store.ts'
import { FallbackCounterStore, type FallbackCounterStoreOptions } from './fallback-counter-store.ts'
import { MemoryCounterStore } from './memory-counter-store.ts'
import {
  type AppliedPolicy,
  combinePolicies,
  dayMs,
  type PolicyName,
  getPolicy,
  policyByOperation,
} from './policies.ts'
import { PostgresCounterStore } from './postgres-counter-store.ts'
import { BlocklistCounterStore } from './blocklist-counter-store.ts'
import { ValkeyCounterStore } from './valkey-counter-store.ts'

/** The remaining requests of one policy. */
export interface Allowance {
  readonly policy: AppliedPolicy
  readonly remaining: number
  /** Until the window ends. */
  readonly resetSeconds: number
}

export interface Metered {
  /** All policies that apply to a request. */
  readonly policies: readonly AppliedPolicy[]
  /** The remaining requests of each policy that was counted. */
  readonly allowances: readonly Allowance[]
}

/** The subjects under which the window limits and the daily quota count a request. */
export interface LimitSubjects {
  readonly caller: string
  readonly quotaSubject: string
}

export interface LimitsOptions {
  /** The maximum number of searches and cards of a quota subject in a UTC day; null: only the window limits apply. */
  readonly dailyQuota?: number | null
}

type SharedOptions = LimitsOptions & Pick<FallbackCounterStoreOptions, 'log'>

/** Counts requests by their policies, and rejects those beyond the limit. */
export class Limits implements AsyncDisposable {
  readonly #store: CounterStore | null
  readonly #shared: FallbackCounterStore | null
  readonly #policies: ReturnType<typeof combinePolicies>

  /** Limits that are off: nothing is counted. */
  static none(): Limits {
    return new Limits(null)
  }

  /** Counts the requests of this server only. */
  static inMemory(options: LimitsOptions = {}): Limits {
    return new Limits(new MemoryCounterStore(), options)
  }

  /** Counts in the database at `url`. While it is unavailable, each server counts in its own memory. */
  static async inPostgres(url: string, { log, ...options }: SharedOptions): Promise<Limits> {
    const shared = await PostgresCounterStore.open(url)
    return Limits.#withSharedStore(
      new FallbackCounterStore(shared, { setting: 'DATABASE_URL', log }),
      options,
    )
  }

  /** Counts in the Valkey server at `url`, under the name of the service; logs at once if it cannot be reached. */
  static async inValkey(
    url: string,
    { log, service, ...options }: SharedOptions & { readonly service: string },
  ): Promise<Limits> {
    const shared = new FallbackCounterStore(await ValkeyCounterStore.open(url, service), {
      setting: 'VALKEY_URL',
      log,
    })
    const limits = Limits.#withSharedStore(shared, options)
    await limits.checkSharedStore()
    return limits
  }

  static #withSharedStore(shared: FallbackCounterStore, options: LimitsOptions): Limits {
    return new Limits(new BlocklistCounterStore(shared), options, shared)
  }

  private constructor(
    store: CounterStore | null,
    { dailyQuota = null }: LimitsOptions = {},
    shared: FallbackCounterStore | null = null,
  ) {
    this.#store = store
    this.#shared = shared
    this.#policies = combinePolicies(dailyQuota)
  }

  /**
   * Counts a request; returns no allowances if rate limiting is off. A request of cost 0 only reads, and is never rejected. Rejects
   * with `RateLimitError` beyond a limit; a request beyond the window limit does not count against the quota.
   */
  async take(policy: PolicyName, subjects: string | LimitSubjects, cost: 0 | 1 = 1): Promise<Metered> {
    const allowances: Allowance[] = []
    const { caller, quotaSubject } =
      typeof subjects === 'string' ? { caller: subjects, quotaSubject: subjects } : subjects
    const policies = this.#policies.get(policy)!
    if (this.#store === null) return { policies, allowances }
    for (const applied of policies) {
      const day = applied.name === 'daily' ? utcDay(Date.now()) : null
      const counter = day === null ? caller : `${day.number}:${quotaSubject}`
      const { count, resetMs } = await this.#store.add(applied, counter, cost)
      const allowance = toAllowance(applied, count, day?.leftMs ?? resetMs)
      allowances.push(allowance)
      if (cost > 0 && count > applied.limit) throw new RateLimitError({ policies, allowances }, allowance)
    }
    return { policies, allowances }
  }

  /** Counts a request of an operation, as `take` does; an operation without a policy is unlimited. */
  meter(operation: OperationId, subjects: string | LimitSubjects, cost: 0 | 1): Promise<Metered> {
    const policy = policyByOperation[operation]
    return policy === null
      ? Promise.resolve({ policies: [], allowances: [] })
      : this.take(policy, subjects, cost)
  }

  /** Reads from the shared store, if there is one; logs if it fails. Returns false if the server counts in its own memory because of this. */
  async checkSharedStore(): Promise<boolean> {
    await this.#shared?.add(getPolicy('public'), 'none', 0)
    return this.#shared === null || !this.#shared.isDown
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store?.[Symbol.asyncDispose]()
  }
}

/** The error of a request beyond a limit: `rate_limited` or `quota_exceeded`. */
export class RateLimitError extends ApiError implements Metered {
  readonly policies: readonly AppliedPolicy[]
  /** Of the policies that were counted; the last one is used up. */
  readonly allowances: readonly Allowance[]

  constructor({ policies, allowances }: Metered, { policy, resetSeconds }: Allowance) {
    if (policy.name === 'daily')
      super('quota_exceeded', 'The daily quota is used up; the next begins at 00:00 UTC.', resetSeconds)
    else super('rate_limited', `Too many requests; try again in ${resetSeconds} seconds.`, resetSeconds)
    this.policies = policies
    this.allowances = allowances
  }
}

function toAllowance(policy: AppliedPolicy, count: number, resetMs: number): Allowance {
  // Rounding may exceed the window by a fraction of a millisecond.
  const resetSeconds = Math.max(1, Math.ceil(Math.round(resetMs) / 1000))
  return { policy, remaining: Math.max(0, policy.limit - count), resetSeconds }
}

/** The current UTC day, as a number of days since 1970. */
function utcDay(now: number): { readonly number: number; readonly leftMs: number } {
  const number = Math.floor(now / dayMs)
  return { number, leftMs: (number + 1) * dayMs - now }
}
