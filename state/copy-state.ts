/** Copies a whole state into an empty one of the other engine. */
import type { Transaction } from 'kysely'
import { StateError } from './state-error.ts'
import { countState, formatCounts, hasRecords, type StateCounts } from './state-counts.ts'
import type { State } from './state.ts'
import { type Tables, tableNames } from './tables.ts'

/** Rows per statement: PostgreSQL accepts 65,535 values, SQLite 32,766. */
const batchRows = 500

/**
 * Copies all tables in one transaction. Replaces the signing keys and secrets that the first start of a server creates in `target`.
 * Rejects with StateError, and changes nothing, if `target` has keys, accounts or reports. `targetName` names it in this error.
 */
export async function copyState(source: State, target: State, targetName: string): Promise<StateCounts> {
  return target.write(async (into) => {
    const counts = await countState(into)
    if (hasRecords(counts))
      throw new StateError(
        targetName,
        `has ${formatCounts(counts)}`,
        'The target of a copy must have no keys, accounts and reports.',
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
  for (let start = 0; start < rows.length; start += batchRows)
    await into
      .insertInto(table)
      .values(rows.slice(start, start + batchRows))
      .execute()
}
