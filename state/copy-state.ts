/** Copies a whole state into an empty one of the other engine. */
import { sql, type Transaction } from 'kysely'
import { StateError } from './state-error.ts'
import { countState, formatCounts, hasRecords, recordNames, type StateCounts } from './state-counts.ts'
import type { State } from './state.ts'
import { primaryKeys, type Tables, tableNames } from './tables.ts'

/** Rows per statement: PostgreSQL accepts 65,535 values, SQLite 32,766. */
const batchRows = 500

/**
 * Copies all tables in one transaction. Replaces the signing keys and secrets that the first start of a server creates in `target`.
 * Rejects with StateError, and changes nothing, if `target` has keys or other records. `targetName` names it in this error.
 */
export async function copyState(source: State, target: State, targetName: string): Promise<StateCounts> {
  return target.write(async (into) => {
    const counts = await countState(into)
    if (hasRecords(counts))
      throw new StateError(
        targetName,
        `has ${formatCounts(counts)}`,
        `The target of a copy must have no ${recordNames}.`,
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

/** In the order of the primary key, because the messages of all conversations do not fit into memory. */
async function copyTable(
  table: keyof Tables,
  from: Transaction<Tables>,
  into: Transaction<Tables>,
): Promise<void> {
  let last: Row | undefined
  do {
    const rows = await selectBatch(table, from, last)
    if (rows.length > 0) await into.insertInto(table).values(rows).execute()
    last = rows.length === batchRows ? rows.at(-1) : undefined
  } while (last !== undefined)
}

type Row = Readonly<Record<string, unknown>>

async function selectBatch(table: keyof Tables, from: Transaction<Tables>, after: Row | undefined) {
  const keys: readonly string[] = primaryKeys[table]
  const columns = sql.join(keys.map((key) => sql.ref(key)))
  return from
    .selectFrom(table)
    .selectAll()
    .$if(after !== undefined, (query) => {
      const values = sql.join(keys.map((key) => after![key]))
      return query.where(sql<boolean>`(${columns}) > (${values})`)
    })
    .orderBy(columns)
    .limit(batchRows)
    .execute()
}
