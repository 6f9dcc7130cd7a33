/** Copies a whole state into an empty one of the other engine. */
import type { Transaction } from 'kysely'
import { StateError } from './state-error.ts'
import { describeCounts, type StateCounts } from './state-file.ts'
import type { State } from './state.ts'
import { type Tables, tableNames } from './tables.ts'

/** Rows per statement: PostgreSQL accepts 65,535 values, SQLite 32,766. */
const batchRows = 500

/**
 * Copies all tables in one transaction. Replaces the signing keys and secrets that the first start of a server creates in `target`.
 * Rejects with StateError, and changes nothing, if `target` has keys or accounts. `targetName` names it in this error.
 */
export async function copyState(source: State, target: State, targetName: string): Promise<StateCounts> {
  return target.write(async (into) => {
    const counts = await countState(into)
    if (counts.keys + counts.accounts > 0)
      throw new StateError(
        targetName,
        `has ${describeCounts(counts)}`,
        'A state is copied only to one that has none.',
      )
    for (const table of tableNames.toReversed()) await into.deleteFrom(table).execute()
    await readConsistently(source, async (from) => {
      for (const table of tableNames) await copyTable(table, from, into)
    })
    return countState(into)
  })
}

/** In SQLite, a transaction begins with the write lock; in PostgreSQL, other transactions could commit between two reads. */
async function readConsistently(
  { database, isFile }: State,
  work: (from: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const transaction = database.transaction()
  await (isFile ? transaction : transaction.setIsolationLevel('repeatable read')).execute(work)
}

async function copyTable(
  table: keyof Tables,
  from: Transaction<Tables>,
  into: Transaction<Tables>,
): Promise<void> {
  const rows = await from.selectFrom(table).selectAll().execute()
  for (let at = 0; at < rows.length; at += batchRows)
    await into
      .insertInto(table)
      .values(rows.slice(at, at + batchRows))
      .execute()
}

export async function countState(database: Pick<State['database'], 'selectFrom'>): Promise<StateCounts> {
  const count = async (table: 'api_key' | 'account') => {
    const counted = database.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
    return Number((await counted.executeTakeFirstOrThrow()).count)
  }
  return { keys: await count('api_key'), accounts: await count('account') }
}
