/** Counters that several servers share, in a table of a PostgreSQL database. */
import { DatabaseError, Pool } from 'pg'
import { type CounterStore, CounterStoreError, type WindowUsage } from './counter-store.ts'
import type { AppliedPolicy } from './policies.ts'

/** Few connections, because a count is one short statement, and short timeouts, because the server can count in memory instead. */
const poolOptions = { max: 4, connectionTimeoutMillis: 1000, query_timeout: 1000, keepAlive: true } as const

/** How often expired rows are deleted. */
const defaultSweepMs = 60_000

const table = 'rate_limit'

/** `expire` is the end of the window, in milliseconds since 1970. */
const createTableSql = `CREATE TABLE IF NOT EXISTS ${table}
  (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`

/** Adds $2 to the window that is open at $4, or opens one that ends at $3. */
const addSql = `INSERT INTO ${table} VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN ${table}.expire > $4 THEN ${table}.points + $2 ELSE $2 END,
  expire = CASE WHEN ${table}.expire > $4 THEN ${table}.expire ELSE $3 END
  RETURNING points, expire`

const readSql = `SELECT points, expire FROM ${table} WHERE key = $1 AND expire > $2`

interface Row {
  readonly points: number
  /** The driver returns a bigint as text. */
  readonly expire: string
}

export class PostgresCounterStore implements CounterStore {
  readonly #pool: Pool
  readonly #sweepTimer: NodeJS.Timeout

  /** Creates the table if needed. Rejects with CounterStoreError if the database is reachable but its user cannot count. */
  static async open(url: string, { sweepMs = defaultSweepMs } = {}): Promise<PostgresCounterStore> {
    const pool = new Pool({ connectionString: url, ...poolOptions })
    // The next request opens another connection, or is counted in memory.
    pool.on('error', () => undefined)
    try {
      await pool.query(createTableSql).catch(ignoreConcurrentCreation)
      return new PostgresCounterStore(pool, sweepMs)
    } catch (error) {
      await pool.end()
      throw isPermanentError(error) ? toCounterStoreError(error) : error
    }
  }

  private constructor(pool: Pool, sweepMs: number) {
    this.#pool = pool
    this.#sweepTimer = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  async add({ name, windowSeconds }: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    const key = `${name}:${caller}`
    const [now, windowMs] = [Date.now(), windowSeconds * 1000]
    // A cost of 0 writes no row, so it takes no lock.
    const { rows } =
      cost === 0
        ? await this.#pool.query<Row>({ name: `${table}:read`, text: readSql, values: [key, now] })
        : await this.#pool.query<Row>({
            name: `${table}:add`,
            text: addSql,
            values: [key, cost, now + windowMs, now],
          })
    const [row] = rows
    return row === undefined
      ? { count: 0, resetMs: windowMs }
      : { count: row.points, resetMs: Math.max(0, Number(row.expire) - Date.now()) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweepTimer)
    await this.#pool.end()
  }

  /** Ignores an error, because the next sweep deletes the same rows. */
  async #sweep(): Promise<void> {
    await this.#pool.query(`DELETE FROM ${table} WHERE expire < $1`, [Date.now()]).catch(() => undefined)
  }
}

/** PostgreSQL reports a duplicate name of the row type if two servers create the table at the same time. */
function ignoreConcurrentCreation(error: unknown): void {
  if (!(error instanceof DatabaseError && error.code === '23505')) throw error
}

/** Wrong user, password or database, a missing privilege, or a read-only database. */
function isPermanentError(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(?:28|3D|25006$|42501$)/.test(error.code ?? '')
}

function toCounterStoreError({ message }: DatabaseError): CounterStoreError {
  return new CounterStoreError(
    `DATABASE_URL leads to a database that cannot count (${message}): its user must be allowed to create the table ${table} and to write to it.`,
  )
}
