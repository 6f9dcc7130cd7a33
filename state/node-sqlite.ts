/** A Kysely dialect for `node:sqlite`, with one connection on which transactions run one after the other. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

export class NodeSqliteDialect extends SqliteDialect {
  /** `onWrite` is called after each statement that may have changed the database. */
  constructor(database: DatabaseSync, onWrite: () => void) {
    super({ database: toKyselyDatabase(database, onWrite) })
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite supports transactional schema changes. Without this flag two processes could migrate at once. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function toKyselyDatabase(database: DatabaseSync, onWrite: () => void): SqliteDatabase {
  // Bounded by the number of queries in the code.
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const cached = prepared.get(sql)
      if (cached !== undefined) return cached
      const statement =
        sql === 'rollback'
          ? prepareRollback(database)
          : toKyselyStatement(database.prepare(beginImmediately(sql)))
      const reported = isSelect(sql) ? statement : reportWrites(statement, onWrite)
      prepared.set(sql, reported)
      return reported
    },
  }
}

/** A transaction that starts with a read would fail on its first write if another process is writing. */
function beginImmediately(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql
}

/** SQLite rolls back by itself if the disk is full. A second rollback would hide the cause. */
function prepareRollback(database: DatabaseSync): SqliteStatement {
  const statement = toKyselyStatement(database.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: () => (database.isTransaction ? statement.run([]) : nothing) }
}

function isSelect(sql: string): boolean {
  return /^select\b/i.test(sql)
}

function reportWrites(statement: SqliteStatement, onWrite: () => void): SqliteStatement {
  const report = <Result>(result: Result): Result => {
    onWrite()
    return result
  }
  return {
    ...statement,
    all: (parameters) => report(statement.all(parameters)),
    run: (parameters) => report(statement.run(parameters)),
  }
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
