/** What callers have taken of all servers that share a database, in a table of its own there. */
import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Counts, Taken } from './counts.ts'
import { type CountedPolicy, windowSeconds } from './policies.ts'

/** Few, and soon given up: a count is one short statement, and this server can count too. */
const connections = { max: 4, connectionTimeoutMillis: 1000, query_timeout: 1000, keepAlive: true } as const

/** So that the table holds the callers of a window and of this time, however many came before. */
const usualSweepMs = 60_000

const table = 'rate_limit'

export class PostgresCounts implements Counts {
  readonly #pool: Pool
  readonly #limiter: RateLimiterPostgres
  readonly #sweeping: NodeJS.Timeout

  /** Makes the table where there is none. */
  static async open(url: string, { sweepMs = usualSweepMs } = {}): Promise<PostgresCounts> {
    const pool = new Pool({ connectionString: url, ...connections })
    // The next request opens another connection, or is counted here.
    pool.on('error', () => undefined)
    return new PostgresCounts(pool, await limiterIn(pool), sweepMs)
  }

  private constructor(pool: Pool, limiter: RateLimiterPostgres, sweepMs: number) {
    this.#pool = pool
    this.#limiter = limiter
    this.#sweeping = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  async add(policy: CountedPolicy, caller: string, price: 0 | 1): Promise<Taken> {
    const window = { customDuration: windowSeconds(policy) }
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(`${policy}:${caller}`, price, window)
    return { count: consumedPoints, resetMs: msBeforeNext }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweeping)
    await this.#pool.end()
  }

  /** What cannot be done now is done the next time. */
  async #sweep(): Promise<void> {
    await this.#pool.query(`DELETE FROM ${table} WHERE expire < $1`, [Date.now()]).catch(() => undefined)
  }
}

/** Only its statements are used: what is too much, `Limits` decides. */
function limiterIn(pool: Pool): Promise<RateLimiterPostgres> {
  const settings = { points: 0, duration: 0, keyPrefix: '', tableName: table, clearExpiredByTimeout: false }
  return new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres({ ...settings, storeClient: pool, storeType: 'pool' }, (error) =>
      error ? reject(error) : resolve(limiter),
    )
  })
}
