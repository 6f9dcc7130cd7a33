/** The file of the state, `state.sqlite`. An empty, foreign or damaged file is rejected, so that keys never vanish silently. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
  const logSize = regularFileSize(`${file}-wal`) ?? 0
  const size = regularFileSize(file)
  if (size === 0) throw new StateError(file, 'is empty (0 bytes)', suggestRestoreOrDelete('the file'))
  if (size === undefined && logSize > 0)
    throw new StateError(
      file,
      'is missing, but its write-ahead log exists',
      suggestRestoreOrDelete(`${file}-wal and ${file}-shm`),
    )
  return size !== undefined
}

/** Undefined if the file is missing. Throws StateError if it is not a regular file, because to open a pipe may never end. */
function regularFileSize(file: string): number | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() === false)
    throw new StateError(file, 'is not a regular file', 'Set DATA_DIR to another folder, or move it.')
  return stats?.size
}

/**
 * Creates the missing folders one by one, because the option `recursive` of Node never ends in a file system such as `/proc`. Throws
 * StateError.
 */
export function createStateFolder(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) createStateFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may create it at the same time.
    if (existsSync(folder)) return
    throw new StateError(
      folder,
      `cannot be created: ${(error as Error).message}`,
      'Set DATA_DIR to a folder that can be written.',
    )
  }
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
  const objects = database.prepare('SELECT type, name FROM sqlite_schema').all()
  const tables = objects.filter(({ type }) => type === 'table')
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
  // A trigger of an altered file could revive a revoked key.
  if (objects.some(({ type }) => type === 'trigger' || type === 'view'))
    throw damageError(file, 'it has a trigger or a view, which this software does not create')
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
