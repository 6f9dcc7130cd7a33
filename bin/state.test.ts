/** `careatlas state copy` between SQLite and PostgreSQL, and what PostgreSQL's own tools do instead of `careatlas backup`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { Accounts } from '@careatlas/state/accounts'
import { Conversations, draftConversation } from '@careatlas/state/conversations/conversations'
import { engines } from '@careatlas/state/engines.fixture'
import { Keys } from '@careatlas/state/keys'
import { MessageCipher } from '@careatlas/state/message-cipher'
import { OAuthRecords } from '@careatlas/state/oauth-records'
import { examplePartner } from '@careatlas/state/partner.fixture'
import { Partners } from '@careatlas/state/partners'
import { exampleReport } from '@careatlas/state/report.fixture'
import { Reports } from '@careatlas/state/reports'
import { OneTimeCodes } from '@careatlas/state/one-time-codes'
import { loadServerSecret } from '@careatlas/state/server-secret'
import { SigningKeys } from '@careatlas/state/signing-keys'
import { openState, type State } from '@careatlas/state/state'
import { tableNames } from '@careatlas/state/tables'
import { Installation, type Outcome } from './command.fixture.ts'

const { skip, createPlace } = engines[1]!

/** More keys than the rows of one statement. */
const keyCount = 1200

/** Writes a row to every table, and returns a key. */
async function fill(state: State): Promise<string> {
  const keys = new Keys(state, { service: 'careatlas' })
  const { account } = await new Accounts(state).signIn('ana@example.org')
  await new OneTimeCodes(state).issue({ purpose: 'keys', destination: 'bo@example.org', requester: 'cookie' })
  await new SigningKeys(state).rotate()
  await loadServerSecret(state, 'pages')
  await new OAuthRecords(state).upsert('Grant', 'a grant', { accountId: account.id, clientId: 'a client' })
  await keys.create('hers', { accountId: account.id })
  await new Reports(state).add(exampleReport)
  await new Partners(state, { service: 'careatlas' }).add('acme', examplePartner)
  await addConversation(state)
  const row = { display: 'x', label: 'x', created_at: 2 ** 50 }
  const rows = Array.from({ length: keyCount }, (_, index) => ({
    ...row,
    id: `${index}`,
    digest: Buffer.from(`${index}`),
  }))
  await state.database.insertInto('api_key').values(rows).execute()
  return (await keys.create('bot')).key
}

/** More messages than the rows of one statement. */
const questionCount = 600

const cipher = new MessageCipher([randomBytes(32)])
const user = { partner: 'acme', subject: 'ana' }

/** Adds an encrypted conversation with an answer, feedback and a resume token. */
async function addConversation(state: State): Promise<void> {
  const conversations = new Conversations(state, { cipher })
  const draft = draftConversation()
  const { conversationId } = draft
  await conversations.create(user, draft)
  const ids = Array.from({ length: questionCount }, () => uuidV7())
  for (const id of ids)
    await conversations.append(conversationId, { id, role: 'user', body: { text: `question ${id}` } })
  const answer = { id: uuidV7(), role: 'assistant', body: { text: 'Here.' }, answers: ids[0]! } as const
  await conversations.append(conversationId, answer)
  await conversations.storeFeedback({ conversationId, messageId: answer.id, value: 'up', comment: null })
}

async function contents(state: State): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables: Record<string, readonly string[]> = {}
  for (const table of tableNames) {
    const rows = await state.database.selectFrom(table).selectAll().execute()
    tables[table] = rows.map((row) => JSON.stringify(row, bytesAsHex)).toSorted()
  }
  return tables
}

/** Engines return different classes for bytes. */
function bytesAsHex(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const bytes = this[name]
  return ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
    : value
}

async function runWith(
  installation: Installation,
  url: string,
  ...args: readonly string[]
): Promise<Outcome> {
  const child = installation.start(args, { DATABASE_URL: url })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { status: child.exitCode, stdout, stderr }
}

function folderOf({ dataDir }: Installation): { readonly folder: string } {
  return { folder: join(dataDir, 'state') }
}

async function createDatabaseUrl(): Promise<string> {
  const place = await createPlace()
  return 'url' in place ? place.url : ''
}

test('`state copy` exits with status 4 if DATA_DIR is a file', async () => {
  using installation = new Installation()
  const file = join(installation.dataDir, 'file')
  writeFileSync(file, '')
  const settings = { DATA_DIR: file, DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const child = installation.start(['state', 'copy', '--to', 'sqlite'], settings)
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.deepEqual([child.exitCode, stderr], [4, `DATA_DIR ${file} is a file, not a folder.\n`])
})

describe('`state copy`', { skip }, () => {
  test('copies every table from SQLite to PostgreSQL and back', async () => {
    using installation = new Installation()
    using other = new Installation()
    const url = await createDatabaseUrl()
    const { key, before } = await (async () => {
      await using state = await openState(folderOf(installation))
      return { key: await fill(state), before: await contents(state) }
    })()
    for (const rows of Object.values(before)) assert.notEqual(rows.length, 0)
    const copied = await runWith(installation, url, 'state', 'copy', '--to', 'postgresql')
    assert.deepEqual([copied.status, copied.stderr], [0, ''])
    assert.match(
      copied.stdout,
      /^Copied 1202 keys, 1 account, 1 report, 1 partner and 1 conversation to the database/,
    )
    await using database = await openState({ url })
    assert.deepEqual(await contents(database), before)
    const back = await runWith(other, url, 'state', 'copy', '--to', 'sqlite')
    assert.deepEqual([back.status, back.stderr], [0, ''])
    await using file = await openState(folderOf(other))
    assert.deepEqual(await contents(file), before)
    assert.notEqual(await new Keys(file, { service: 'careatlas' }).verify(key), null)
    const conversations = new Conversations(file, { cipher })
    const seqs: number[] = []
    for await (const { messages } of conversations.exportAll(user.partner, user.subject))
      seqs.push(...messages.map(({ seq }) => seq))
    assert.deepEqual(
      seqs,
      Array.from({ length: questionCount + 1 }, (_, index) => index + 1),
    )
  })

  test('refuses a target that has keys, and a file that a process has open; both stay as they are', async () => {
    using installation = new Installation()
    const url = await createDatabaseUrl()
    await using database = await openState({ url })
    const opened = await openState(folderOf(installation))
    await new Keys(opened, { service: 'careatlas' }).create('one')
    const inUse = await runWith(installation, url, 'state', 'copy', '--to', 'postgresql')
    assert.deepEqual([inUse.status, await contents(database).then((all) => all['api_key'])], [1, []])
    assert.match(inUse.stderr, /state\.sqlite is in use\. Stop the server/)
    await opened[Symbol.asyncDispose]()
    await new Keys(database, { service: 'careatlas' }).create('other')
    const before = await contents(database)
    const full = await runWith(installation, url, 'state', 'copy', '--to', 'postgresql')
    assert.equal(full.status, 1)
    assert.match(full.stderr, /^The database of DATABASE_URL has 1 key and 0 accounts\./)
    assert.deepEqual(await contents(database), before)
    for (const table of tableNames.toReversed()) await database.database.deleteFrom(table).execute()
    await new Reports(database).add(exampleReport)
    const withReport = await runWith(installation, url, 'state', 'copy', '--to', 'postgresql')
    assert.equal(withReport.status, 1)
    assert.match(withReport.stderr, /^The database of DATABASE_URL has 0 keys, 0 accounts and 1 report\./)
  })

  test('copies every table of the schema', async () => {
    using installation = new Installation()
    await using state = await openState(folderOf(installation))
    const tables = await state.database.introspection.getTables()
    assert.deepEqual(tables.map(({ name }) => name).toSorted(), [...tableNames].toSorted())
  })

  test('is named in a warning if a server starts with a database without keys and a state file with keys', async () => {
    using installation = new Installation()
    {
      await using state = await openState(folderOf(installation))
      await new Keys(state, { service: 'careatlas' }).create('one')
    }
    const child = installation.start(['serve'], { DATABASE_URL: await createDatabaseUrl() })
    let log = ''
    child.stderr.on('data', (piece: Buffer) => (log += String(piece)))
    for await (const _ of child.stdout) break
    child.kill()
    while (child.exitCode === null) await pause(10)
    assert.match(log, /has no keys, but \S+state\.sqlite has 1\. .*careatlas state copy --to postgresql/)
  })
})

describe('with PostgreSQL', { skip }, () => {
  test('`backup` and `restore` print commands that back up and restore the database', async () => {
    using installation = new Installation()
    using folder = mkdtempDisposableSync(join(tmpdir(), 'backup-'))
    const url = await createDatabaseUrl()
    await using database = await openState({ url })
    await fill(database)
    const before = await contents(database)
    const target = join(folder.path, 'a new folder')
    for (const [command, between] of [
      ['backup', () => new Keys(database, { service: 'careatlas' }).create('later')],
      ['restore', async () => undefined],
    ] as const) {
      const { status, stderr } = await runWith(installation, url, command, target)
      assert.equal(status, 2)
      const [, line = ''] = stderr.split('\n')
      assert.match(line, command === 'backup' ? /pg_dump/ : /pg_restore/)
      execFileSync('sh', ['-c', line], { env: { ...process.env, DATABASE_URL: url } })
      await between()
    }
    assert.equal(statSync(join(target, 'state.dump')).mode & 0o077, 0)
    assert.deepEqual(await contents(database), before)
    const guide = readFileSync(join(import.meta.dirname, '../docs/state.md'), 'utf8')
    const [line = ''] = /^psql .+$/m.exec(guide) ?? []
    execFileSync('sh', ['-c', line], { env: { ...process.env, DATABASE_URL: url }, stdio: 'pipe' })
    const { conversation, ...others } = await contents(database)
    assert.deepEqual({ ...others, conversation: before['conversation'] }, before)
    assert.notDeepEqual(conversation, before['conversation'])
  })
})
