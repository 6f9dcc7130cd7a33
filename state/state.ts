/** The mutable state of the service: a SQLite file, which several processes may open, or a PostgreSQL database. */
import { chmodSync, linkSync, mkdtempDisposableSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { migrate } from './migrations.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { isBusy, isCorruptionError } from './sqlite-errors.ts'
import { StateError } from './state-error.ts'
import {
  applicationId,
  checkStateFile,
  damageError,
  hasStateFile,
  readApplicationId,
  stateFilePath,
  createStateFolder,
} from './state-file.ts'
import type { Tables } from './tables.ts'

/** The location of the state: `state.sqlite` in a folder (`DATA_DIR/state`), or a PostgreSQL database. */
export type StatePlace = { readonly folder: string } | { readonly url: string }

/** The maximum wait for a write lock and for a connection. */
const busyTimeoutMs = 5000

/** The maximum wait of one attempt to write to the file, which blocks the event loop. */
const blockingWaitMs = 250

/** The delay between two attempts, in which other requests run. */
const retryDelayMs = 50

/** `query_timeout` equals the time limit of a search; the PostgreSQL server ends a statement earlier, if it is reachable. */
const queryTimeouts = { lock_timeout: 2000, statement_timeout: 4000, query_timeout: 5000 } as const

/** SQLite truncates the write-ahead log to this size after a long read, such as a backup, has let it grow. */
const walBytesMax = 4 * 1024 * 1024

/** The maximum wait of each step of closing, because a database that does not respond must not delay the shutdown. */
export const closeTimeoutMs = 1000

/** Connections to PostgreSQL; further queries wait for a free one. */
const connectionsMax = 10

/** The open state. The caller of `openState` must dispose it. */
export class State implements AsyncDisposable {
  readonly database: Kysely<Tables>
  /** Whether the state is a file, not a database. */
  readonly isFile: boolean
  /** Returns a new value if any process has or may have changed the state. */
  readonly changeToken: () => number

  constructor(database: Kysely<Tables>, changeToken: () => number, { isFile }: { readonly isFile: boolean }) {
    this.database = database
    this.isFile = isFile
    this.changeToken = changeToken
  }

  /**
   * Runs `work` in one transaction; an exception rolls it back. Waits while another process writes to the file, and retries if
   * PostgreSQL detects a deadlock.
   */
  async write<Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + busyTimeoutMs
    for (;;)
      try {
        return await this.database.transaction().execute(work)
      } catch (error) {
        if (!(isBusy(error) || isDeadlock(error)) || performance.now() > deadline) throw error
        await setTimeout(retryDelayMs)
      }
  }

  /** Reads from the state. Rejects while it is unavailable. */
  async ping(): Promise<void> {
    await this.database.selectFrom('api_key').select('id').limit(1).execute()
  }

  /**
   * Writes the write-ahead log into the file. PASSIVE waits for no other connection; TRUNCATE also removes deleted data from the log.
   * Has no effect on PostgreSQL.
   */
  async checkpointWal(mode: 'PASSIVE' | 'TRUNCATE'): Promise<void> {
    if (this.isFile) await sql.raw(`PRAGMA wal_checkpoint(${mode})`).execute(this.database)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.race([this.database.destroy(), setTimeout(closeTimeoutMs, undefined, { ref: false })])
  }
}

/**
 * Opens or creates the state and migrates it. Rejects with StateError if it is unreachable, damaged or from a newer version.
 */
export async function openState(place: StatePlace): Promise<State> {
  return 'folder' in place ? openFile(place.folder) : openPostgres(place.url)
}

async function openFile(folder: string): Promise<State> {
  createStateFolder(folder)
  const file = stateFilePath(folder)
  if (!hasStateFile(file)) await createFile(file)
  return openExistingFile(file)
}

/** Links the file when it has all its tables, so that no process sees an incomplete file, even if this process is killed. */
async function createFile(file: string): Promise<void> {
  using temporary = mkdtempDisposableSync(`${file}.new-`)
  const newFile = stateFilePath(temporary.path)
  {
    const database = new DatabaseSync(newFile)
    chmodSync(newFile, 0o600)
    await using _ = await migrateAndOpen(database, file)
    database.exec(`PRAGMA application_id = ${applicationId}`)
  }
  try {
    // A rename would replace the file of another process that starts at the same time.
    linkSync(newFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function openExistingFile(file: string): Promise<State> {
  const { ino } = statSync(file)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    checkStateFile(database, file)
    chmodSync(file, 0o600)
    // FULL: acknowledged changes survive a power failure (measured: 7,000 commits per second). secure_delete overwrites deleted data.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    database.exec(`PRAGMA journal_size_limit = ${walBytesMax}`)
    const state = await migrateAndOpen(database, file)
    if (readApplicationId(database) === 0) database.exec(`PRAGMA application_id = ${applicationId}`)
    database.exec(`PRAGMA busy_timeout = ${blockingWaitMs}`)
    return state
  } catch (error) {
    if (database.isOpen) database.close()
    // A restore holds the lock of the old file until it has replaced it; SQLite then refuses to write to the old file.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino)
      throw new StateError(file, 'was replaced while it was opened', 'Start again.')
    throw isCorruptionError(error) ? damageError(file, error.message) : error
  }
}

/** The driver returns 64-bit integers as strings; our instants are below 2⁵³. */
types.setTypeParser(types.builtins.INT8, Number)

async function openPostgres(url: string): Promise<State> {
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: busyTimeoutMs,
    ...queryTimeouts,
    keepAlive: true,
  })
  // A broken connection fails its query, and the pool opens a new one. The pool reports errors only of idle connections.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await migrateAndOpen(pool, 'The database of DATABASE_URL')
  } catch (error) {
    if (error instanceof StateError || !(error instanceof Error)) throw error
    throw new StateError(
      'The database of DATABASE_URL',
      `cannot be used (${error.message || String('code' in error && error.code)})`,
      'Check that it is running, and that the address, user name and password are correct.',
    )
  }
}

async function migrateAndOpen(store: DatabaseSync | Pool, stateName: string): Promise<State> {
  const isFile = store instanceof DatabaseSync
  const changes = isFile ? new FileChanges(store) : null
  const dialect = isFile
    ? new NodeSqliteDialect(store, () => changes!.add())
    : new PostgresDialect({ pool: store })
  const database = new Kysely<Tables>({ dialect })
  try {
    await migrate(database, isFile ? 'blob' : 'bytea', stateName)
    return new State(database, changes === null ? createTurnChangeToken() : () => changes.token(), { isFile })
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** `PRAGMA data_version` takes file locks, so it runs at most a thousand times a second. */
const dataVersionMaxAgeMs = 1

/** Counts the changes of the file: those of this connection, and those of others (https://www.sqlite.org/pragma.html#pragma_data_version). */
class FileChanges {
  readonly #dataVersion: StatementSync
  #count = 0
  #lastVersion: unknown = null
  #readAt = -Infinity

  constructor(file: DatabaseSync) {
    this.#dataVersion = file.prepare('PRAGMA data_version')
  }

  /** Records a change by this connection: asking SQLite for its number of changes would take as long as the rest of a key check. */
  add(): void {
    this.#count += 1
  }

  token(): number {
    const now = performance.now()
    if (now - this.#readAt < dataVersionMaxAgeMs) return this.#count
    this.#readAt = now
    const version = this.#dataVersion.get()?.['data_version']
    if (version !== this.#lastVersion) this.#count += 1
    this.#lastVersion = version
    return this.#count
  }
}

/** A token that changes once per turn of the event loop: requests that arrive together share the results of one database query. */
function createTurnChangeToken(): () => number {
  let turn = 0
  let isScheduled = false
  return () => {
    if (!isScheduled)
      setImmediate(() => {
        turn += 1
        isScheduled = false
      })
    isScheduled = true
    return turn
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const deadlockDetected = '40P01'

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlockDetected
}
