/** `node:sqlite` as a dialect of Kysely: one connection, on which transactions take turns. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync) {
    super({ database: toKyselyDatabase(database) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite undoes changes of the schema like any others; Kysely does without, so that two processes could migrate at once. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  // As many as there are queries in the program.
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      const statement =
        sql === 'rollback'
          ? prepareRollback(database)
          : toKyselyStatement(database.prepare(beginImmediately(sql)))
      prepared.set(sql, statement)
      return statement
    },
  }
}

/** A transaction that starts by reading fails when it turns to writing while another process writes. */
function beginImmediately(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql
}

/** A full disk undoes the transaction by itself; to undo it twice would hide why. */
function prepareRollback(database: DatabaseSync): SqliteStatement {
  const statement = toKyselyStatement(database.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: () => (database.isTransaction ? statement.run([]) : nothing) }
}

function toSqlValues(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...toSqlValues(parameters)),
    run: (parameters) => statement.run(...toSqlValues(parameters)),
    iterate: (parameters) => statement.iterate(...toSqlValues(parameters)),
  }
}
