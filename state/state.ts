/** What changes while the service runs: in one SQLite file that several processes may open, or in PostgreSQL. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { migrate } from './migrations.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { StateError } from './state-error.ts'
import type { Tables } from './tables.ts'

/** Where the state is kept: `state.sqlite` in a folder (`DATA_DIR/state`), or a database of PostgreSQL. */
export type StatePlace = { readonly folder: string } | { readonly url: string }

/** How long a writer waits for another's transaction, and whoever asks for a connection. */
const busyTimeoutMs = 5000

/** Of that, how long a writer to the file waits at a time, in which this process does nothing else. */
const blockingWaitMs = 250

/** Between two such waits others are served. */
const retryDelayMs = 50

/** As long as a search may take. A server of PostgreSQL ends a statement of its own accord before, unless it is out of reach. */
const queryTimeouts = { lock_timeout: 2000, statement_timeout: 4000, query_timeout: 5000 } as const

/** A database that answers nothing must not hold up who stops the server. */
const closeTimeoutMs = 1000

/** Open connections to PostgreSQL; further queries wait for one. */
const connectionsMax = 10

/** The open state; whoever opened it disposes it. */
export class State implements AsyncDisposable {
  readonly database: Kysely<Tables>
  /** Whether it is one file here, and not a database of others. */
  readonly isFile: boolean
  /** Differs from before when anything has changed, by whomever, or may have. */
  readonly changeToken: () => string

  constructor(database: Kysely<Tables>, file: DatabaseSync | null) {
    this.database = database
    this.isFile = file !== null
    this.changeToken = file === null ? turnChangeToken() : fileChangeToken(file)
  }

  /**
   * Runs `work` in one transaction; a throw rolls it back. It waits while another process writes to the file, and runs `work`
   * again if PostgreSQL rolled it back to end a deadlock.
   */
  async write<Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const patientUntil = performance.now() + busyTimeoutMs
    for (;;)
      try {
        return await this.database.transaction().execute(work)
      } catch (error) {
        if (!(isBusy(error) || isDeadlock(error)) || performance.now() > patientUntil) throw error
        await setTimeout(retryDelayMs)
      }
  }

  /** Leaves nothing of what was deleted in the file; the files of PostgreSQL are in the hands of its operator. */
  async checkpointWal(): Promise<void> {
    if (this.isFile) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(this.database)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([this.database.destroy(), setTimeout(closeTimeoutMs, undefined, { ref: false })])
  }
}

/**
 * Opens or creates the state and brings it to this version. Throws StateError when it cannot be reached, is damaged or
 * newer than this program.
 */
export async function openState(place: StatePlace): Promise<State> {
  return 'folder' in place ? openFile(place.folder) : openPostgres(place.url)
}

async function openFile(folder: string): Promise<State> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'state.sqlite')
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    chmodSync(file, 0o600)
    // An acknowledged change survives a power cut: FULL, measured at 7,000 commits a second. What is deleted is overwritten.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    // A file that was cut off may still answer, with rows of nothing.
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (verdict !== 'ok') throw damageError(file, String(verdict).replaceAll('\n', ' '))
    const state = await migrateAndOpen(database, file)
    database.exec(`PRAGMA busy_timeout = ${blockingWaitMs}`)
    return state
  } catch (error) {
    if (database.isOpen) database.close()
    throw isDamageError(error) ? damageError(file, error.message) : error
  }
}

/** Instants are whole numbers under 2⁵³, which the driver would hand over as texts. */
types.setTypeParser(types.builtins.INT8, Number)

async function openPostgres(url: string): Promise<State> {
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: busyTimeoutMs,
    ...queryTimeouts,
    keepAlive: true,
  })
  // A connection that breaks fails the query on it, and the next opens another. The pool hears only those that are idle.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await migrateAndOpen(pool, 'The database of DATABASE_URL')
  } catch (error) {
    if (error instanceof StateError || !(error instanceof Error)) throw error
    throw new StateError(
      'The database of DATABASE_URL',
      `cannot be used (${error.message || String('code' in error && error.code)})`,
      'See that it runs, and that its address, user and password are right.',
    )
  }
}

async function migrateAndOpen(store: DatabaseSync | Pool, where: string): Promise<State> {
  const file = store instanceof DatabaseSync ? store : null
  const dialect =
    store instanceof DatabaseSync ? new NodeSqliteDialect(store) : new PostgresDialect({ pool: store })
  const database = new Kysely<Tables>({ dialect })
  try {
    await migrate(database, file === null ? 'bytea' : 'blob', where)
    return new State(database, file)
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** To ask takes locks of the operating system, so it is asked a thousand times a second at most. */
const dataVersionMaxAgeMs = 1

/** Rows that this connection has changed, and how often others have changed the file (https://www.sqlite.org/pragma.html#pragma_data_version). */
function fileChangeToken(file: DatabaseSync): () => string {
  const own = file.prepare('SELECT total_changes() AS changes')
  const asking = file.prepare('PRAGMA data_version')
  let others = 0
  let askedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - askedAt >= dataVersionMaxAgeMs) {
      others = Number(asking.get()?.['data_version'])
      askedAt = now
    }
    return `${Number(own.get()?.['changes'])} ${others}`
  }
}

/** What a database of others said is true for this turn of the event loop: requests that arrive together share one look. */
function turnChangeToken(): () => string {
  let turn = 0
  let isNext = false
  return () => {
    if (!isNext)
      setImmediate(() => {
        turn += 1
        isNext = false
      })
    isNext = true
    return String(turn)
  }
}

function damageError(file: string, problem: string): StateError {
  return new StateError(
    file,
    `is damaged (${problem})`,
    'Restore it from a backup, or move it away and create new keys.',
  )
}

/** SQLITE_BUSY. */
const busyCode = 5

function isBusy(error: unknown): boolean {
  return primaryErrorCode(error) === busyCode
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const deadlockDetected = '40P01'

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlockDetected
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, the primary codes of https://www.sqlite.org/rescode.html. */
const damageErrorCodes = [11, 26]

function isDamageError(error: unknown): error is Error {
  return damageErrorCodes.includes(primaryErrorCode(error) ?? 0)
}

/** Of an error of SQLite: the low byte of its extended code. */
function primaryErrorCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
}
