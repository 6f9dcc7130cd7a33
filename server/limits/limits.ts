/** How often one caller may ask: counted in fixed windows, in memory or in PostgreSQL, which several servers share. */
import { DirectoryError } from '@careatlas/contract/errors'
import { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { policies, type PolicyName } from './policies.ts'

/** What is left to a caller. */
export interface Allowance {
  readonly policy: PolicyName
  readonly remaining: number
  /** Until all is left again. */
  readonly resetSeconds: number
}

const policyNames = Object.keys(policies) as PolicyName[]

/** Few, and soon given up: a count is one short statement, and this server can count too. */
const connections = { max: 4, connectionTimeoutMillis: 1000, query_timeout: 1000, keepAlive: true } as const

type Limiters = Readonly<Record<PolicyName, RateLimiterAbstract>>

export class Limits implements AsyncDisposable {
  readonly #limiters: Limiters | null
  readonly #pool: Pool | null

  /** Nobody is counted. */
  static none(): Limits {
    return new Limits(null, null)
  }

  /** Of this server alone. */
  static inMemory(): Limits {
    const limiters = policyNames.map((name) => [name, new RateLimiterMemory(optionsOf(name))])
    return new Limits(Object.fromEntries(limiters) as Limiters, null)
  }

  /** In the database at `url`, in a table of its own. While it is away each server counts for itself. */
  static async inPostgres(url: string): Promise<Limits> {
    const pool = new Pool({ connectionString: url, ...connections })
    // The next request opens another connection, or is counted here.
    pool.on('error', () => undefined)
    const limiters: Partial<Record<PolicyName, RateLimiterAbstract>> = {}
    // One after the other: two at once cannot make the table.
    for (const name of policyNames) limiters[name] = await postgresLimiter(name, pool)
    return new Limits(limiters as Limiters, pool)
  }

  private constructor(limiters: Limiters | null, pool: Pool | null) {
    this.#limiters = limiters
    this.#pool = pool
  }

  /** Counts a request, or looks at a price of 0; null where nobody is counted. Rejects with `TooMany` when there were too many. */
  async take(policy: PolicyName, caller: string, price: 0 | 1 = 1): Promise<Allowance | null> {
    if (this.#limiters === null) return null
    try {
      return allowanceOf(policy, await this.#limiters[policy].consume(caller, price))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const allowance = allowanceOf(policy, error)
      if (price === 0) return allowance
      throw new TooMany(allowance)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.end()
  }
}

/** RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ policy, remaining, resetSeconds }: Allowance): Record<string, string> {
  const { count, seconds } = policies[policy]
  return {
    'ratelimit-policy': `"${policy}";q=${count};w=${seconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  }
}

function allowanceOf(policy: PolicyName, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
  return { policy, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

/** Refuses a request as `rate_limited`. */
export class TooMany extends DirectoryError {
  readonly allowance: Allowance

  constructor(allowance: Allowance) {
    const { resetSeconds } = allowance
    super('rate_limited', `Too many requests; try again in ${resetSeconds} seconds.`, resetSeconds)
    this.allowance = allowance
  }
}

function postgresLimiter(name: PolicyName, pool: Pool): Promise<RateLimiterAbstract> {
  return new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres(
      {
        ...optionsOf(name),
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        clearExpiredByTimeout: true,
        insuranceLimiter: new RateLimiterMemory(optionsOf(name)),
      },
      (error) => (error ? reject(error) : resolve(limiter)),
    )
  })
}

function optionsOf(name: PolicyName) {
  const { count, seconds } = policies[name]
  return { keyPrefix: name, points: count, duration: seconds }
}
