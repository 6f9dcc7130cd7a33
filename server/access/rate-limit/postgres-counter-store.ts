/** What callers have taken of all servers that share a database, in a table of its own there. */
import { DatabaseError, Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { type CounterStore, CounterStoreError, type WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** Few, and soon given up: a count is one short statement, and this server can count too. */
const connections = { max: 4, connectionTimeoutMillis: 1000, query_timeout: 1000, keepAlive: true } as const

/** So that the table holds the callers of a window and of this time, however many came before. */
const usualSweepMs = 60_000

const table = 'rate_limit'

/** Counts in the table `rate_limit`. */
export class PostgresCounts implements CounterStore {
  readonly #pool: Pool
  readonly #limiter: RateLimiterPostgres
  readonly #sweeping: NodeJS.Timeout

  /** Makes the table where there is none. Throws CounterStoreError where the database is there and lets nobody do so. */
  static async open(url: string, { sweepMs = usualSweepMs } = {}): Promise<PostgresCounts> {
    const pool = new Pool({ connectionString: url, ...connections })
    // The next request opens another connection, or is counted here.
    pool.on('error', () => undefined)
    try {
      return new PostgresCounts(pool, await limiterIn(pool), sweepMs)
    } catch (error) {
      await pool.end()
      throw isRefusal(error) ? refusedBy(error) : error
    }
  }

  private constructor(pool: Pool, limiter: RateLimiterPostgres, sweepMs: number) {
    this.#pool = pool
    this.#limiter = limiter
    this.#sweeping = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  async add({ name, windowSeconds }: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    const key = `${name}:${caller}`
    // A look writes no row, so it neither locks one nor waits for one.
    const taken =
      price === 0
        ? await this.#limiter.get(key)
        : await this.#limiter.penalty(key, price, { customDuration: windowSeconds })
    return { count: taken?.consumedPoints ?? 0, resetMs: taken?.msBeforeNext ?? windowSeconds * 1000 }
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

/** A user or a database that is not let in or not there, a right that is missing, a database that may only be read. */
function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(?:28|3D|25006$|42501$)/.test(error.code ?? '')
}

function refusedBy({ message }: DatabaseError): CounterStoreError {
  return new CounterStoreError(
    `DATABASE_URL leads to a database where nothing can be counted (${message}): see that its user may make the table ${table} and write to it.`,
  )
}
