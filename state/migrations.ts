/** The schema of the state as migrations. A released migration never changes. */
import type { DatabaseSync } from 'node:sqlite'
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StateError } from './state-error.ts'

/** The type of binary columns in each engine. */
export type BytesType = 'blob' | 'bytea'

type Step = (database: Kysely<unknown>, bytes: BytesType) => Promise<void>

/** Migrations run in the order of their names. */
const steps: Readonly<Record<string, Step>> = {
  '0001_api_key': (database, bytes) =>
    database.schema
      .createTable('api_key')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('digest', sql.raw(bytes), (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('display', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute(),

  '0002_one_time_code': async (database, bytes) => {
    await database.schema
      .createTable('server_secret')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('secret', sql.raw(bytes), (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('code_destination')
      .addColumn('destination', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('one_time_code')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('destination', 'text', (column) => column.notNull())
      .addColumn('requester', sql.raw(bytes), (column) => column.notNull())
      .addColumn('mac', sql.raw(bytes), (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await database.schema
      .createIndex('one_time_code_destination')
      .on('one_time_code')
      .columns(['destination', 'sent_at'])
      .execute()
  },

  '0003_account': async (database, bytes) => {
    await database.schema
      .createTable('account')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('web_session')
      .addColumn('digest', sql.raw(bytes), (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    // Keys of the operator have no account.
    await database.schema
      .alterTable('api_key')
      .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
      .execute()
    await database.schema.alterTable('api_key').addColumn('ends_at', 'bigint').execute()
    await database.schema.createIndex('api_key_account').on('api_key').column('account_id').execute()
  },

  '0004_oauth': async (database, bytes) => {
    await database.schema
      .createTable('signing_key')
      .addColumn('generation', 'integer', (column) => column.primaryKey())
      .addColumn('private_jwk', 'text', (column) => column.notNull())
      .addColumn('signs_from', 'bigint', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('oauth_record')
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('digest', sql.raw(bytes), (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.references('account.id').onDelete('cascade'))
      .addColumn('grant_id', 'text')
      .addColumn('uid', 'text')
      .addColumn('consumed_at', 'bigint')
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauth_record_key', ['model', 'digest'])
      .execute()
    for (const column of ['account_id', 'grant_id', 'uid', 'ends_at'])
      await database.schema.createIndex(`oauth_record_${column}`).on('oauth_record').column(column).execute()
  },

  '0005_report': async (database, bytes) => {
    await database.schema
      .createTable('report')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('location_uuid', 'text', (column) => column.notNull())
      .addColumn('mistake', 'text', (column) => column.notNull())
      .addColumn('shown', 'text', (column) => column.notNull())
      .addColumn('shown_source', 'text')
      .addColumn('shown_as_of', 'text')
      .addColumn('line_1', 'text')
      .addColumn('postal_code', 'text')
      .addColumn('generation', 'text', (column) => column.notNull())
      .addColumn('correct_phone', 'text')
      .addColumn('from_office', 'integer', (column) => column.notNull())
      .addColumn('reporter', sql.raw(bytes), (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('decided_at', 'bigint')
      .execute()
    await database.schema.createIndex('report_record').on('report').column('record').execute()
    await database.schema.createIndex('report_status').on('report').column('status').execute()
  },

  '0006_chat': async (database, bytes) => {
    await database.schema
      .createTable('partner')
      .addColumn('identifier', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull().unique())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('disabled_at', 'bigint')
      .execute()
    await database.schema
      .createTable('conversation')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('epoch', 'text', (column) => column.notNull())
      .addColumn('partner', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('wrapped_key', sql.raw(bytes))
      .addColumn('key_id', 'text')
      .addColumn('last_seq', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_by', 'text')
      .addColumn('claim_ends_at', 'bigint')
      .execute()
    await database.schema
      .createIndex('conversation_owner')
      .on('conversation')
      .columns(['partner', 'subject', 'updated_at'])
      .execute()
    await database.schema
      .createIndex('conversation_age')
      .on('conversation')
      .columns(['partner', 'updated_at'])
      .execute()
    await database.schema
      .createTable('chat_message')
      .addColumn('conversation_id', 'text', referToConversation)
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('body', sql.raw(bytes), (column) => column.notNull())
      .addColumn('answers', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chat_message_key', ['conversation_id', 'seq'])
      .addUniqueConstraint('chat_message_id', ['conversation_id', 'id'])
      .addUniqueConstraint('chat_message_answers', ['conversation_id', 'answers'])
      .execute()
    await database.schema
      .createTable('chat_token')
      .addColumn('digest', sql.raw(bytes), (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text', referToConversation)
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    for (const column of ['conversation_id', 'ends_at'])
      await database.schema.createIndex(`chat_token_${column}`).on('chat_token').column(column).execute()
    await database.schema
      .createTable('chat_feedback')
      .addColumn('conversation_id', 'text', referToConversation)
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('details', sql.raw(bytes), (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('chat_feedback_key', ['conversation_id', 'message_id'])
      .execute()
  },
}

/** Rows of a conversation are deleted with it. */
function referToConversation(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('conversation.id').onDelete('cascade')
}

/** Runs the missing migrations, up to `last` if it is given. Errors name the state by `stateName`, for example if it is newer than this version. */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  bytes: BytesType,
  stateName: string,
  last?: string,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (kysely: Kysely<unknown>) => step(kysely, bytes) },
    ]),
  )
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error === undefined) return
  if (error instanceof Error && /corrupted migrations/.test(error.message)) throw newerVersionError(stateName)
  throw error
}

/** Throws StateError if a newer version wrote the file. Changes nothing. */
export function checkVersion(database: DatabaseSync, stateName: string): void {
  if (appliedMigrations(database).some((name) => !Object.hasOwn(steps, name)))
    throw newerVersionError(stateName)
}

/** The names of the migrations of the file, in their order. */
export function appliedMigrations(database: DatabaseSync): readonly string[] {
  const rows = database.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
  return rows.map(({ name }) => String(name))
}

function newerVersionError(stateName: string): StateError {
  return new StateError(
    stateName,
    'was written by a newer version',
    'Upgrade to a newer version of the software.',
  )
}
