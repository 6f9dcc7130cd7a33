/** Counts the records of an open state, or in a state file, which may be older than this version. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkStateFile } from './state-file.ts'
import type { State } from './state.ts'
import type { Tables } from './tables.ts'

/** The records that an operator would lose. A state that a server has just created has none. */
export interface StateCounts {
  readonly keys: number
  readonly accounts: number
  readonly reports: number
  readonly partners: number
  readonly conversations: number
}

/** The table of each kind of records, and its name in messages. */
const kinds = {
  keys: { table: 'api_key', noun: 'key' },
  accounts: { table: 'account', noun: 'account' },
  reports: { table: 'report', noun: 'report' },
  partners: { table: 'partner', noun: 'partner' },
  conversations: { table: 'conversation', noun: 'conversation' },
} as const satisfies Record<keyof StateCounts, { table: keyof Tables; noun: string }>

const kindNames = Object.keys(kinds) as readonly (keyof StateCounts)[]

/** All kinds of records, for messages about a state that must have none. */
export const recordNames = formatList(kindNames)

/** `1 key and 2 accounts`; other records are named only if there are some. */
export function formatCounts(counts: StateCounts): string {
  const named = kindNames.filter((name) => name === 'keys' || name === 'accounts' || counts[name] > 0)
  return formatList(named.map((name) => formatCount(counts[name], kinds[name].noun)))
}

function formatList(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Whether the state has records that an operator would lose. */
export function hasRecords(counts: StateCounts): boolean {
  return kindNames.some((name) => counts[name] > 0)
}

/** Counts the records of an open state. */
export async function countState(database: Pick<State['database'], 'selectFrom'>): Promise<StateCounts> {
  const counts: Record<keyof StateCounts, number> = { ...noRecords }
  for (const name of kindNames) {
    const query = database.selectFrom(kinds[name].table).select(({ fn }) => fn.countAll().as('count'))
    counts[name] = Number((await query.executeTakeFirstOrThrow()).count)
  }
  return counts
}

/** Counts the records in a state file of any version. */
export function countStateFile(database: DatabaseSync): StateCounts {
  const findTable = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`)
  const counts: Record<keyof StateCounts, number> = { ...noRecords }
  for (const name of kindNames) {
    const { table } = kinds[name]
    // States of early versions do not have all tables.
    if (findTable.get(table) === undefined) continue
    counts[name] = Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])
  }
  return counts
}

const noRecords: Readonly<StateCounts> = { keys: 0, accounts: 0, reports: 0, partners: 0, conversations: 0 }

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
