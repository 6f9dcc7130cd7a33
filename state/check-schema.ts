/** Compares the schema of a state file with the schema that the migrations create. */
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { appliedMigrations, migrate } from './migrations.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { damageError } from './state-file.ts'

/**
 * Rejects with StateError if the file has other tables, columns, constraints or indexes than its migrations create: a constraint of
 * an altered file could fail each revocation of a key. `checkVersion` must have accepted the file.
 */
export async function checkSchema(database: DatabaseSync, file: string): Promise<void> {
  const expected = await createSchema(appliedMigrations(database).at(-1), file)
  const found = readSchema(database)
  const others = [...found.symmetricDifference(expected)].map((object) => object.split(' ', 2).join(' '))
  if (others.length === 0) return
  // A name of an altered file may have any characters.
  const named = others.find((object) => /^\w+ \w{1,64}$/.test(object))
  throw damageError(
    file,
    `its schema is not that of this software${named === undefined ? '' : `: see the ${named}`}`,
  )
}

/** The schema of a new file after the migrations up to `last`. */
async function createSchema(last: string | undefined, file: string): Promise<Set<string>> {
  const database = new DatabaseSync(':memory:')
  await using kysely = new Kysely<unknown>({ dialect: new NodeSqliteDialect(database, () => {}) })
  await migrate(kysely, 'blob', file, last)
  return readSchema(database)
}

/** The type, the name and the statement of each object, except the statistics of ANALYZE. */
function readSchema(database: DatabaseSync): Set<string> {
  const objects = database
    .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]'")
    .all()
  return new Set(
    objects.map(({ type, name, tbl_name: table, sql }) =>
      [type, name, table, String(sql).replaceAll(/\s+/g, ' ').toLowerCase()].join(' '),
    ),
  )
}
