/** Distinguishes temporary failures of the state (unreachable or busy) from other errors. */
import { primaryErrorCode } from './sqlite-errors.ts'

/** True for errors that a retry may resolve. False for all errors of a read-only SQLite file. */
export function isStateUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const sqliteCode = primaryErrorCode(error)
  if (sqliteCode !== null) return sqliteCodes.has(sqliteCode)
  if ('code' in error) return networkCodes.has(String(error.code)) || sqlStates.test(String(error.code))
  return connectionLost.test(error.message)
}

/** SQLITE_BUSY, SQLITE_READONLY and SQLITE_FULL (https://www.sqlite.org/rescode.html). */
const sqliteCodes: ReadonlySet<number> = new Set([5, 8, 13])

const networkCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * PostgreSQL, appendix A: connection exceptions (class 08), insufficient resources (53), operator intervention (57), lock not
 * available (55P03), transaction rollback (40), and a read-only standby server (25006).
 */
const sqlStates = /^(?:08|40|53|57)[0-9A-Z]{3}$|^(?:25006|55P03)$/

/** Messages of driver errors without a code. */
const connectionLost =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Query read timeout|timeout exceeded when trying to connect|timeout expired|Postgres connection has been discarded)/
