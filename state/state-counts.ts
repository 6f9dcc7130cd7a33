/** Counts the records of an open state, or in a state file, which may be older than this version. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkStateFile } from './state-file.ts'
import type { State } from './state.ts'

/** The records that an operator would lose. A state that a server has just created has none. */
export interface StateCounts {
  readonly keys: number
  readonly accounts: number
  readonly reports: number
}

/** `1 key and 2 accounts`; reports are named only if there are some. */
export function formatCounts({ keys, accounts, reports }: StateCounts): string {
  const [someKeys, someAccounts] = [formatCount(keys, 'key'), formatCount(accounts, 'account')]
  return reports === 0
    ? `${someKeys} and ${someAccounts}`
    : `${someKeys}, ${someAccounts} and ${formatCount(reports, 'report')}`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Whether the state has records that an operator would lose. */
export function hasRecords({ keys, accounts, reports }: StateCounts): boolean {
  return keys + accounts + reports > 0
}

/** Counts the records of an open state. */
export async function countState(database: Pick<State['database'], 'selectFrom'>): Promise<StateCounts> {
  const count = async (table: 'api_key' | 'account' | 'report') => {
    const query = database.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
    return Number((await query.executeTakeFirstOrThrow()).count)
  }
  return {
    keys: await count('api_key'),
    accounts: await count('account'),
    reports: await count('report'),
  }
}

/** Counts the records in a state file of any version. */
export function countStateFile(database: DatabaseSync): StateCounts {
  const findTable = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`)
  // States of early versions have no tables for accounts and reports.
  const count = (table: string) =>
    findTable.get(table) === undefined
      ? 0
      : Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
  return { keys: count('api_key'), accounts: count('account'), reports: count('report') }
}

/** 0 if the file does not exist or cannot be read. */
export function countKeysInFile(file: string): number {
  if (!existsSync(file)) return 0
  try {
    using database = new DatabaseSync(file, { readOnly: true })
    checkStateFile(database, file)
    return countStateFile(database).keys
  } catch {
    return 0
  }
}
