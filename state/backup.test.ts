import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import fs, {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, mock, test } from 'node:test'
import { Kysely } from 'kysely'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { backUpState, restoreState } from './backup.ts'
import { Conversations, draftConversation } from './conversations/conversations.ts'
import { Keys } from './keys.ts'
import { migrate } from './migrations.ts'
import { MessageCipher } from './message-cipher.ts'
import { NodeSqliteDialect } from './node-sqlite.ts'
import { examplePartner } from './partner.fixture.ts'
import { Partners } from './partners.ts'
import { exampleReport } from './report.fixture.ts'
import { Reports } from './reports.ts'
import { stateFilePath } from './state-file.ts'
import { openState } from './state.ts'

const powerFailure = {
  name: 'UnfinishedWriteError',
  message: /, but (?:this )?may not survive a power failure: EIO/,
}

/** While `fails` is true, a function of `node:fs` throws EIO. */
function failWith(name: 'copyFileSync' | 'fsyncSync' | 'renameSync', fails: () => boolean): Disposable {
  const original: (...args: never[]) => void = fs[name]
  const { mock: replaced } = mock.method(fs, name, (...args: never[]) => {
    if (fails()) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: name })
    original(...args)
  })
  syncBuiltinESMExports()
  return {
    [Symbol.dispose]: () => {
      replaced.restore()
      syncBuiltinESMExports()
    },
  }
}

/** Locks a state as a restore does, while it replaces the state. */
function lockState(folder: string): DatabaseSync {
  const database = new DatabaseSync(stateFilePath(folder))
  database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  return database
}

/** A temporary folder, with the paths of a state and of a backup in it. */
function createFolder() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'backup-'))
  const paths = { state: join(folder.path, 'state'), backup: join(folder.path, 'backup') }
  return { ...paths, [Symbol.dispose]: () => folder.remove() }
}

async function createKey(folder: string): Promise<string> {
  await using state = await openState({ folder })
  return (await new Keys(state, { service: 'careatlas' }).create('bot')).key
}

async function isValid(folder: string, key: string): Promise<boolean> {
  await using state = await openState({ folder })
  return (await new Keys(state, { service: 'careatlas' }).verify(key)) !== null
}

/** A state with a key, and its backup. */
async function createBackup() {
  const folder = createFolder()
  const key = await createKey(folder.state)
  return { ...folder, key, manifest: backUpState(folder.state, folder.backup, '1.2.3') }
}

describe('a backup', () => {
  test('whose last fsync fails reports that it is complete', async () => {
    using folder = createFolder()
    const key = await createKey(folder.state)
    {
      using _ = failWith('fsyncSync', () => existsSync(folder.backup))
      assert.throws(() => backUpState(folder.state, folder.backup, '1'), powerFailure)
    }
    assert.ok(await isValid(folder.backup, key))
  })

  test('is readable only by its owner; its manifest has the version, the time, the counts and a checksum', async () => {
    using created = await createBackup()
    const { backup, manifest } = created
    assert.deepEqual(readdirSync(backup).toSorted(), ['manifest.json', 'state.sqlite'])
    for (const name of ['', 'manifest.json', 'state.sqlite'])
      assert.equal(statSync(join(backup, name)).mode & 0o077, 0, name)
    assert.deepEqual(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')), manifest)
    const { version, keys, accounts } = manifest
    assert.deepEqual([version, keys, accounts], ['1.2.3', 1, 0])
    assert.match(manifest.sha256, /^[0-9a-f]{64}$/)
    assert.ok(Math.abs(Date.parse(manifest.created_at) - Date.now()) < 60_000)
  })

  test('has a change that is only in the write-ahead log', async () => {
    using folder = createFolder()
    await using state = await openState({ folder: folder.state })
    const { key } = await new Keys(state, { service: 'careatlas' }).create('bot')
    backUpState(folder.state, folder.backup, '1')
    assert.ok(await isValid(folder.backup, key))
  })

  test('leaves no temporary files', async () => {
    using created = await createBackup()
    assert.deepEqual(readdirSync(join(created.backup, '..')).toSorted(), ['backup', 'state'])
  })

  test('is written to an empty folder, and refused in a folder with files', async () => {
    using created = await createBackup()
    const { state, backup } = created
    const empty = join(backup, '../empty')
    mkdirSync(empty)
    backUpState(state, empty, '1')
    assert.ok(existsSync(join(empty, 'manifest.json')))
    assert.throws(() => backUpState(state, empty, '1'), {
      name: 'StateError',
      message: /is not empty\. Name/,
    })
  })

  for (const [what, target, message] of [
    [
      'whose parent folder does not exist',
      'none/backup',
      /none does not exist\. Create the folder, or mount/,
    ],
    ['in a file', 'file/backup', /file is not a folder\. Create the folder/],
    ['that replaces a file', 'file', /file is not a folder\. Name a new folder/],
  ] as const)
    test(`${what} is refused`, async () => {
      using created = await createBackup()
      const parent = join(created.backup, '..')
      writeFileSync(join(parent, 'file'), 'kept')
      assert.throws(() => backUpState(created.state, join(parent, target), '1'), {
        name: 'StateError',
        message,
      })
      assert.deepEqual(readdirSync(parent).toSorted(), ['backup', 'file', 'state'])
    })

  for (const [what, change, message] of [
    ['missing', rmSync, /state\.sqlite does not exist\. Check DATA_DIR\.$/],
    ['damaged', (file: string) => writeFileSync(file, 'x'.repeat(9000)), /is damaged/],
    ['empty', (file: string) => writeFileSync(file, ''), /is empty \(0 bytes\)/],
    ['a pipe', (file: string) => replaceWithPipe('state.sqlite')(join(file, '..')), /is not a regular file/],
    [
      'beside a log that is a pipe',
      (file: string) => execFileSync('mkfifo', [`${file}-wal`]),
      /state\.sqlite-wal is not a regular file/,
    ],
  ] as const)
    test(`of a state that is ${what} is refused, and leaves no folder`, async () => {
      using folder = createFolder()
      await createKey(folder.state)
      change(stateFilePath(folder.state))
      assert.throws(() => backUpState(folder.state, folder.backup, '1'), { name: 'StateError', message })
      assert.deepEqual(readdirSync(join(folder.backup, '..')), ['state'])
    })
})

describe('a restore', () => {
  test('whose last fsync fails reports that the state is replaced', async () => {
    using created = await createBackup()
    const other = join(created.backup, '../other')
    {
      using _ = failWith('fsyncSync', () => existsSync(stateFilePath(other)))
      await assert.rejects(restoreState(created.backup, other), powerFailure)
    }
    assert.ok(await isValid(other, created.key))
  })

  test('whose rename fails reports that the state is not replaced, but its log may be deleted', async () => {
    using created = await createBackup()
    const { state, backup } = created
    writeGarbage(stateFilePath(state))
    using _ = failWith('renameSync', () => true)
    const message = /state\.sqlite was not replaced, but the log of a damaged state may be deleted: EIO/
    await assert.rejects(restoreState(backup, state, { force: true }), {
      name: 'UnfinishedWriteError',
      message,
    })
  })

  test('creates a state where there is none', async () => {
    using created = await createBackup()
    const other = join(created.backup, '../other')
    await restoreState(created.backup, other)
    assert.deepEqual(readdirSync(other), ['state.sqlite'])
    assert.equal(statSync(stateFilePath(other)).mode & 0o077, 0)
    assert.ok(await isValid(other, created.key))
  })

  test('replaces a state without keys and accounts, such as a new server creates', async () => {
    using created = await createBackup()
    const other = join(created.backup, '../other')
    await openState({ folder: other }).then((state) => state[Symbol.asyncDispose]())
    await restoreState(created.backup, other)
    assert.ok(await isValid(other, created.key))
  })

  test('is refused without `force` if the state has keys', async () => {
    using created = await createBackup()
    const { state, backup, key } = created
    const laterKey = await createKey(state)
    const message = /has 2 keys and 0 accounts\. To replace them, add --force/
    await assert.rejects(restoreState(backup, state), { name: 'StateError', message })
    assert.ok(await isValid(state, laterKey))
    await restoreState(backup, state, { force: true })
    assert.deepEqual([await isValid(state, key), await isValid(state, laterKey)], [true, false])
  })

  test('is refused without `force` if the state has only reports, and restores those of the backup', async () => {
    using created = await createBackup()
    const other = join(created.backup, '../other')
    {
      await using state = await openState({ folder: other })
      await new Reports(state).add(exampleReport)
    }
    const message = /has 0 keys, 0 accounts and 1 report\. To replace them, add --force/
    await assert.rejects(restoreState(created.backup, other), { name: 'StateError', message })
    const backup = join(created.backup, '../backup of other')
    assert.equal(backUpState(other, backup, '1').reports, 1)
    changeManifest({ reports: 2 })(backup)
    await assert.rejects(
      restoreState(backup, created.state, { force: true }),
      /manifest\.json names .* 2 reports/,
    )
    changeManifest({ reports: 1 })(backup)
    await restoreState(backup, created.state, { force: true })
    await using restored = await openState({ folder: created.state })
    assert.equal((await new Reports(restored).list())[0]?.shown, exampleReport.shown)
  })

  test('accepts a manifest of an early version, which counts no reports, partners and conversations', async () => {
    using created = await createBackup()
    changeManifest({ reports: undefined, partners: undefined, conversations: undefined })(created.backup)
    await restoreState(created.backup, created.state, { force: true })
    assert.ok(await isValid(created.state, created.key))
  })

  test('is refused without `force` if the state has only conversations; those of the backup get a new epoch', async () => {
    using folder = createFolder()
    const cipher = new MessageCipher([randomBytes(32)])
    const owner = { partner: 'acme', subject: 'ana' }
    const draft = draftConversation()
    const { conversationId } = draft
    const message = { id: uuidV7(), role: 'user', body: { text: 'my knee' } } as const
    {
      await using state = await openState({ folder: folder.state })
      const conversations = new Conversations(state, { cipher })
      await conversations.create(owner, draft)
      await conversations.append(conversationId, message)
    }
    assert.equal(backUpState(folder.state, folder.backup, '1').conversations, 1)
    const refused = /has 0 keys, 0 accounts and 1 conversation\. To replace them, add --force/
    await assert.rejects(restoreState(folder.backup, folder.state), { name: 'StateError', message: refused })
    await restoreState(folder.backup, folder.state, { force: true })
    await using restored = await openState({ folder: folder.state })
    const conversations = new Conversations(restored, { cipher })
    const found = await conversations.resume('acme', draft.resumeToken)
    assert.deepEqual([found?.conversationId, found?.subject], [conversationId, 'ana'])
    assert.match(found!.epoch, /^[0-9a-f]{16}$/)
    assert.notEqual(found!.epoch, draft.epoch)
    const [stored] = await conversations.after(conversationId, 0, 10)
    assert.deepEqual([stored?.id, stored?.body.text], [message.id, 'my knee'])
  })

  test('is refused without `force` if the state has only partners', async () => {
    using created = await createBackup()
    const other = join(created.backup, '../other')
    {
      await using state = await openState({ folder: other })
      await new Partners(state, { service: 'careatlas' }).add('acme', examplePartner)
    }
    const message = /has 0 keys, 0 accounts and 1 partner\. To replace them, add --force/
    await assert.rejects(restoreState(created.backup, other), { name: 'StateError', message })
  })

  test('is refused while the state is open, even with `force`', async () => {
    using created = await createBackup()
    await using _ = await openState({ folder: created.state })
    const expected = { name: 'StateError', message: /is in use\. Stop the server/ }
    await assert.rejects(restoreState(created.backup, created.state, { force: true }), expected)
  })

  test('and a backup are refused while another command has locked the state', async () => {
    using created = await createBackup()
    const { state, backup } = created
    using _ = lockState(state)
    const expected = { name: 'StateError', message: /is in use\. Stop the server/ }
    for (const force of [false, true]) await assert.rejects(restoreState(backup, state, { force }), expected)
    assert.throws(() => backUpState(state, `${backup} 2`, '1'), expected)
  })

  for (const [what, damage] of [
    ['an empty file', (file: string) => writeFileSync(file, '')],
    ['a log without its file', (file: string) => renameSync(file, `${file}-wal`)],
    ['a damaged file with a log', writeGarbage],
    ['the file of another application', replaceWithOtherDatabase],
  ] as const)
    test(`replaces ${what} only with \`force\``, async () => {
      using created = await createBackup()
      const { state, backup, key } = created
      damage(stateFilePath(state))
      await assert.rejects(restoreState(backup, state), { name: 'StateError' })
      await restoreState(backup, state, { force: true })
      assert.ok(await isValid(state, key))
    })

  test('does not apply the log of a damaged file to the restored one', async () => {
    using created = await createBackup()
    const file = stateFilePath(created.state)
    const log = await readLogWithNewKey(created.state)
    writeFileSync(file, 'x'.repeat(9000))
    writeFileSync(`${file}-wal`, log.bytes)
    await restoreState(created.backup, created.state, { force: true })
    const validity = [await isValid(created.state, created.key), await isValid(created.state, log.key)]
    assert.deepEqual(validity, [true, false])
  })

  test('that cannot copy the backup reports that, and does not call the backup unusable', async () => {
    using created = await createBackup()
    using _failure = failWith('copyFileSync', () => true)
    await assert.rejects(restoreState(created.backup, created.state, { force: true }), { code: 'EIO' })
  })

  for (const [what, change, message] of [
    [
      'with a changed file',
      (folder: string) => appendFileSync(stateFilePath(folder), 'x'),
      /does not match the checksum/,
    ],
    [
      'without a file',
      (folder: string) => rmSync(stateFilePath(folder)),
      /is not a backup \(state\.sqlite is missing\)/,
    ],
    [
      'without a manifest',
      (folder: string) => rmSync(join(folder, 'manifest.json')),
      /is not a backup \(manifest\.json is missing\)/,
    ],
    [
      'with other counts',
      changeManifest({ keys: 2 }),
      /state\.sqlite has 1 key and 0 accounts, but manifest\.json names 2 keys and 0 accounts\)/,
    ],
    [
      'with a pipe as its manifest',
      replaceWithPipe('manifest.json'),
      /\(manifest\.json: not a regular file\)/,
    ],
    ['with a pipe as its state', replaceWithPipe('state.sqlite'), /\(state\.sqlite: not a regular file\)/],
    [
      'with a trigger',
      alterState('CREATE TRIGGER revive AFTER UPDATE ON api_key BEGIN SELECT 1; END'),
      /has a trigger or a view/,
    ],
    ...Object.entries({
      'table note': 'CREATE TABLE note (text)',
      'index label': 'CREATE UNIQUE INDEX label ON api_key (label)',
      'table api_key': 'ALTER TABLE api_key ADD COLUMN keeps INTEGER CHECK (revoked_at IS NULL)',
      'table conversation': 'ALTER TABLE conversation DROP COLUMN claimed_by',
      'index report_status': 'DROP INDEX report_status',
    }).map(
      ([named, statement]) =>
        [
          `with another schema (${statement})`,
          alterState(statement),
          new RegExp(`schema.*see the ${named}`),
        ] as const,
    ),
    [
      'with a table whose name has control characters',
      alterState('CREATE TABLE "a\u001b[2J" (b)'),
      /its schema is not that of this software\)/,
    ],
    ['with a view', alterState('CREATE VIEW names AS SELECT 1'), /has a trigger or a view/],
    ['with a large manifest', writeManifest(' '.repeat(20_000)), /20000 bytes; the maximum is 16384/],
    ['with a manifest that is not JSON', writeManifest('\u001b[31m'), /\(manifest\.json has no JSON\)/],
    ...['null', '[]', '"text"', '7'].map(
      (json) =>
        [`with the manifest ${json}`, writeManifest(json), /\(manifest\.json has no JSON object\)/] as const,
    ),
    [
      'with an empty manifest',
      writeManifest('{}'),
      /has no valid version, created_at, keys, accounts, sha256\)/,
    ],
    ...Object.entries({
      version: ['1\u001b[2J', 1, ''],
      created_at: ['2026-11-23T00:00:00Z\u0007', '2026', null],
      keys: ['1', -1, 1.5, 1e300],
      accounts: [null, {}],
      sha256: ['\u001b', 'A'.repeat(64), ['x']],
    }).flatMap(([member, values]) =>
      values.map(
        (value) =>
          [
            `with ${member} ${JSON.stringify(value)}`,
            changeManifest({ [member]: value }),
            new RegExp(`\\(manifest\\.json has no valid ${member}\\)`),
          ] as const,
      ),
    ),
  ] as const)
    test(`of a backup ${what} is refused, even with \`force\`, and the state stays as it is`, async () => {
      using created = await createBackup()
      const { state, backup, key } = created
      change(backup)
      await assert.rejects(
        restoreState(backup, state, { force: true }),
        (error: Error) =>
          error.name === 'StateError' && message.test(error.message) && !/\p{Cc}/u.test(error.message),
      )
      assert.ok(await isValid(state, key))
    })

  test('removes the copies of killed restores, but not the copy of a restore that runs', async () => {
    using created = await createBackup()
    const { state, backup } = created
    const ended = spawnSync('true').pid
    const names = [`restore-${ended}-abcdef`, 'restore-abcdef', `restore-${process.ppid}-abcdef`]
    for (const name of names) {
      mkdirSync(join(state, `state.sqlite.${name}`))
      writeFileSync(join(state, `state.sqlite.${name}`, 'state.sqlite'), 'copy')
    }
    await restoreState(backup, state, { force: true })
    assert.deepEqual(readdirSync(state).toSorted(), ['state.sqlite', `state.sqlite.${names[2]}`])
  })

  test('accepts a backup of an earlier version, with its schema', async () => {
    using folder = createFolder()
    mkdirSync(folder.state)
    const database = new DatabaseSync(stateFilePath(folder.state))
    await using kysely = new Kysely<unknown>({ dialect: new NodeSqliteDialect(database, () => {}) })
    await migrate(kysely, 'blob', 'early', '0003_account')
    backUpState(folder.state, folder.backup, '1')
    const other = join(folder.backup, '../other')
    await restoreState(folder.backup, other)
    await using restored = await openState({ folder: other })
    assert.deepEqual(await restored.database.selectFrom('partner').selectAll().execute(), [])
  })

  test('of a backup from a newer version is refused', async () => {
    using created = await createBackup()
    const newer = join(created.backup, '../newer')
    mkdirSync(newer)
    copyFileSync(stateFilePath(created.state), stateFilePath(newer))
    execute(stateFilePath(newer), `INSERT INTO kysely_migration VALUES ('9999_later', '2030')`)
    const backup = join(created.backup, '../backup of newer')
    backUpState(newer, backup, '9')
    await assert.rejects(restoreState(backup, created.state, { force: true }), /newer version\. Upgrade/)
  })
})

function writeManifest(text: string) {
  return (folder: string) => writeFileSync(join(folder, 'manifest.json'), text)
}

function changeManifest(members: object) {
  return (folder: string) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as object
    writeManifest(JSON.stringify({ ...manifest, ...members }))(folder)
  }
}

/** The manifest has the checksum of the altered file. */
function alterState(statement: string) {
  return (folder: string) => {
    const file = stateFilePath(folder)
    execute(file, statement)
    changeManifest({ sha256: hash('sha256', readFileSync(file)) })(folder)
  }
}

function replaceWithPipe(name: string) {
  return (folder: string) => {
    rmSync(join(folder, name))
    execFileSync('mkfifo', [join(folder, name)])
  }
}

/** Creates a key; returns it, and the write-ahead log that contains it. */
async function readLogWithNewKey(folder: string) {
  await using state = await openState({ folder })
  const { key } = await new Keys(state, { service: 'careatlas' }).create('later')
  return { key, bytes: readFileSync(`${stateFilePath(folder)}-wal`) }
}

function writeGarbage(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(file + suffix, 'x'.repeat(9000))
}

function replaceWithOtherDatabase(file: string): void {
  rmSync(file)
  execute(file, 'CREATE TABLE note (text)')
}

function execute(file: string, statement: string): void {
  using database = new DatabaseSync(file)
  database.exec(statement)
}
