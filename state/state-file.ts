/** The file of the state, `state.sqlite`. An empty, foreign or damaged file is rejected, so that keys never vanish silently. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isCorruptionError } from './sqlite-errors.ts'
import { StateError } from './state-error.ts'

/** The path of the state file in `folder`. */
export function stateFilePath(folder: string): string {
  return join(folder, 'state.sqlite')
}

/** `PRAGMA application_id` of the file: "care" in ASCII. */
export const applicationId = 0x63617265

/** Whether the file exists. Throws StateError if it is empty or not a regular file, or if only its write-ahead log exists. */
export function hasStateFile(file: string): boolean {
  // The log is checked first, because another process may be creating both files.
  const logSize = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const stats = statSync(file, { throwIfNoEntry: false })
  const size = stats?.size
  if (stats?.isFile() === false)
    throw new StateError(file, 'is not a regular file', 'Move it, or set DATA_DIR to another folder.')
  if (size === 0) throw new StateError(file, 'is empty (0 bytes)', suggestRestoreOrDelete('the file'))
  if (size === undefined && logSize > 0)
    throw new StateError(
      file,
      'is missing, but its write-ahead log exists',
      suggestRestoreOrDelete(`${file}-wal and ${file}-shm`),
    )
  return size !== undefined
}

/** Throws StateError if the file is damaged, or is not a state. Changes nothing. */
export function checkStateFile(database: DatabaseSync, file: string): void {
  try {
    // Queries on a truncated file may succeed and return no rows.
    const { quick_check: verdict } = database.prepare('PRAGMA quick_check(1)').get() ?? {}
    if (verdict !== 'ok') throw damageError(file, String(verdict).replaceAll('\n', ' '))
    checkTables(database, file)
  } catch (error) {
    throw isCorruptionError(error) ? damageError(file, error.message) : error
  }
}

function checkTables(database: DatabaseSync, file: string): void {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  if (tables.length === 0)
    throw new StateError(
      file,
      'has no tables; it may be a copy without its write-ahead log (state.sqlite-wal)',
      suggestRestoreOrDelete('the file'),
    )
  const hasTable = (table: string) => tables.some(({ name }) => name === table)
  const id = readApplicationId(database)
  // Earlier versions set no application ID.
  if (![0, applicationId].includes(id) || !hasTable('kysely_migration') || !hasTable('api_key'))
    throw new StateError(
      file,
      'belongs to another application',
      'Set DATA_DIR to another folder, or move the file.',
    )
}

export function readApplicationId(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA application_id').get()?.['application_id'])
}

/** An error with the remedy for a damaged file; `problem` says what is damaged. */
export function damageError(file: string, problem: string): StateError {
  return new StateError(
    file,
    `is damaged (${problem})`,
    'Restore it from a backup (careatlas restore DIR --force), or move the file to another folder and create new keys.',
  )
}

function suggestRestoreOrDelete(what: string): string {
  return `Restore the state from a backup (careatlas restore DIR --force), or delete ${what} to start without keys and accounts.`
}
