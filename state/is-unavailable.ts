/** Whether the state could not answer for now, because it is away or busy; a little later it may. */

/** True for what the state throws then, and for nothing that a read-only SQLite file can throw. */
export function isStateUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The low byte of an extended code is its primary code.
  if ('errcode' in error) return sqliteCodes.has(Number(error.errcode) & 0xff)
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
 * Connections (class 08), resources (53) and operators (57) of PostgreSQL, a lock that was not had (55P03), transactions in each
 * other's way (class 40), and a server that only follows another (25006): its appendix A.
 */
const sqlStates = /^(?:08|40|53|57)[0-9A-Z]{3}$|^(?:25006|55P03)$/

/** What the drivers say without a code. */
const connectionLost =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Query read timeout|timeout exceeded when trying to connect|timeout expired|Postgres connection has been discarded)/
