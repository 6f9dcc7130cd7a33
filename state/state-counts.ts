/** Counts the keys and accounts of an open state, or in a state file, which may be older than this version. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkStateFile } from './state-file.ts'
import type { State } from './state.ts'

/** The records that an operator would lose. A state that a server has just created has none. */
export interface StateCounts {
  readonly keys: number
  readonly accounts: number
}

/** `1 key and 2 accounts`. */
export function formatCounts({ keys, accounts }: StateCounts): string {
  return `${keys} ${keys === 1 ? 'key' : 'keys'} and ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`
}

/** Counts the keys and accounts of an open state. */
export async function countState(database: Pick<State['database'], 'selectFrom'>): Promise<StateCounts> {
  const count = async (table: 'api_key' | 'account') => {
    const query = database.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
    return Number((await query.executeTakeFirstOrThrow()).count)
  }
  return { keys: await count('api_key'), accounts: await count('account') }
}

/** Counts the keys and accounts in a state file of any version. */
export function countKeysAndAccounts(database: DatabaseSync): StateCounts {
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
  // States of early versions have no table for accounts.
  const hasAccounts = database
    .prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'account'`)
    .get()
  return { keys: count('api_key'), accounts: hasAccounts === undefined ? 0 : count('account') }
}

/** 0 if the file does not exist or cannot be read. */
export function countKeysInFile(file: string): number {
  if (!existsSync(file)) return 0
  try {
    using database = new DatabaseSync(file, { readOnly: true })
    checkStateFile(database, file)
    return countKeysAndAccounts(database).keys
  } catch {
    return 0
  }
}
