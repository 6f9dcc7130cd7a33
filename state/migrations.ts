/** The shape of the state file, as the steps that lead to it; a step that has been released never changes. */
import type { DatabaseSync } from 'node:sqlite'
import { StateRefused } from './state-refused.ts'

const steps = [
  `CREATE TABLE api_key (
     id TEXT PRIMARY KEY,
     digest BLOB NOT NULL,
     label TEXT NOT NULL,
     display TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER,
     revoked_at INTEGER
   ) STRICT, WITHOUT ROWID`,
]

/** Runs the missing steps; call it inside a write transaction. Throws StateRefused when the file is newer than this program. */
export function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > steps.length) {
    throw new StateRefused(
      String(database.location()),
      `has version ${version} and this program knows ${steps.length}`,
      'Use a newer program.',
    )
  }
  for (const step of steps.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${steps.length}`)
}
