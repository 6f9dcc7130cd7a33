import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempDisposableSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { RegularCheckpoints } from './regular-checkpoints.ts'
import { stateFilePath } from './state-file.ts'
import { openState, type State, type StatePlace } from './state.ts'

for (const { name, skip, createPlace } of engines) {
  describe(`the state in ${name}`, { skip }, () => {
    test('rolls back a transaction that throws', async () => {
      await using state = await openState(await createPlace())
      const write = state.write(async (transaction) => {
        await transaction.insertInto('api_key').values(createRow('half')).execute()
        throw new Error('power cut')
      })
      await assert.rejects(write, /power cut/)
      assert.deepEqual(await readLabels(state), [])
      assert.equal(await state.write(async () => 'next'), 'next')
    })

    test('keeps concurrent queries out of a transaction', async () => {
      await using state = await openState(await createPlace())
      const started = Promise.withResolvers<void>()
      const resume = Promise.withResolvers<void>()
      const write = state.write(async (transaction) => {
        await transaction.insertInto('api_key').values(createRow('inside')).execute()
        started.resolve()
        await resume.promise
        throw new Error('power cut')
      })
      await started.promise
      const outside = state.database.insertInto('api_key').values(createRow('outside')).execute()
      resume.resolve()
      await assert.rejects(write, /power cut/)
      await outside
      assert.deepEqual(await readLabels(state), ['outside'])
    })

    test('runs each migration once, even if many processes open the state at once', async () => {
      const place = await createPlace()
      for (const round of [1, 2])
        await Promise.all([1, 2, 3, 4].map((process) => addInAnotherProcess(place, `${round} ${process}`)))
      await using state = await openState(place)
      assert.equal((await readLabels(state)).length, 8)
    })

    test('rejects a state of a newer version', async () => {
      const place = await createPlace()
      {
        await using state = await openState(place)
        await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999_later', '2030')`.execute(
          state.database,
        )
      }
      await assert.rejects(openState(place), {
        name: 'StateError',
        message: /newer version\. Upgrade to a newer version/,
      })
    })
  })
}

async function addInAnotherProcess(place: StatePlace, label: string): Promise<void> {
  const script = `
    const [keysModule, stateModule, place, label] = process.argv.slice(1)
    const { Keys } = await import(keysModule)
    const { openState } = await import(stateModule)
    await using state = await openState(JSON.parse(place))
    await new Keys(state, { service: 'atlas' }).create(label)
  `
  const modules = ['./keys.ts', './state.ts'].map((name) => import.meta.resolve(name))
  const args = ['--input-type=module', '--eval', script, ...modules, JSON.stringify(place), label]
  await promisify(execFile)(process.execPath, args)
}

const openScript = `
  const { parentPort, workerData } = require('node:worker_threads')
  void import(workerData.module).then(async ({ openState }) => {
    parentPort.postMessage('opening')
    await openState({ folder: workerData.folder }).then(
      () => parentPort.postMessage('opened'),
      (error) => parentPort.postMessage(error.message),
    )
  })
`

function createRow(label: string) {
  return { id: label, digest: Buffer.from(label), label, display: label, created_at: 0 }
}

async function readLabels(state: State): Promise<readonly string[]> {
  const rows = await state.database.selectFrom('api_key').select('label').execute()
  return rows.map(({ label }) => label)
}

describe('the state file', () => {
  test('loses no acknowledged change in a power failure: WAL, synchronous FULL', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    const mode = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(state.database)
    const level = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(state.database)
    assert.equal(mode.rows[0]?.journal_mode, 'wal')
    assert.equal(level.rows[0]?.synchronous, 2)
  })

  test('is readable only by its owner, and contains no key', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    const { key } = await createAndClose(folder.path)
    const file = join(folder.path, 'state.sqlite')
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.ok(!readFileSync(file).includes(key.slice('careatlas_sk_'.length, -4)))
  })

  for (const [why, damage] of [
    ['with other bytes', (file: string) => writeFileSync(file, 'not a database '.repeat(1000))],
    ['cut after its first page', (file: string) => truncateSync(file, 4096)],
    ['cut inside its second page', (file: string) => truncateSync(file, 5000)],
    ['cut inside its header', (file: string) => truncateSync(file, 60)],
    ['with a page of zeros', (file: string) => writeFileSync(file, fillWithZeros(file, 4096))],
  ] as const) {
    test(`${why} is rejected with its name and a remedy`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
      await createAndClose(folder.path)
      const file = join(folder.path, 'state.sqlite')
      damage(file)
      await assert.rejects(openState({ folder: folder.path }), (error: Error) => {
        assert.equal(error.name, 'StateError')
        assert.ok(error.message.startsWith(`${file} is damaged (`), error.message)
        assert.match(error.message, /^[^\n]*\. Restore it from a backup[^\n]*\.$/)
        return true
      })
    })
  }

  test('is the only file of a new state once it is closed', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await createAndClose(folder.path)
    assert.deepEqual(readdirSync(folder.path), ['state.sqlite'])
  })

  for (const [what, change, message] of [
    [
      'an empty file',
      (file: string) => writeFileSync(file, ''),
      / is empty \(0 bytes\)\. .*careatlas restore DIR/,
    ],
    [
      'a copy of a new file without its write-ahead log',
      (file: string) => replaceWithDatabase(file, 'PRAGMA journal_mode = WAL'),
      / has no tables; it may be a copy without its write-ahead log .*careatlas restore DIR/,
    ],
    [
      'a write-ahead log without its file',
      (file: string) => renameSync(file, `${file}-wal`),
      / is missing, but its write-ahead log exists\. .*careatlas restore DIR/,
    ],
    [
      'the database of another application',
      (file: string) => replaceWithDatabase(file, 'CREATE TABLE note (text)'),
      / belongs to another application\. Set DATA_DIR to another folder, or move the file\.$/,
    ],
    [
      'a database with the application ID of another application',
      (file: string) => execute(file, 'PRAGMA application_id = 1'),
      / belongs to another application/,
    ],
  ] as const) {
    test(`is not opened or changed if it is ${what}`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
      await createAndClose(folder.path)
      change(stateFilePath(folder.path))
      const before = readContents(folder.path)
      await assert.rejects(openState({ folder: folder.path }), { name: 'StateError', message })
      assert.deepEqual(readContents(folder.path), before)
    })
  }

  test('is created although a reader of an earlier file left an empty write-ahead log', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    writeFileSync(`${stateFilePath(folder.path)}-wal`, '')
    const { id } = await createAndClose(folder.path)
    assert.match(id, /^key_/)
  })

  test('is not opened by a server that starts while a restore replaces it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await createAndClose(folder.path)
    const file = stateFilePath(folder.path)
    copyFileSync(file, `${file}.restored`)
    using locked = new DatabaseSync(file)
    locked.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const starting = new Worker(openScript, {
      eval: true,
      workerData: { module: import.meta.resolve('./state.ts'), folder: folder.path },
    })
    await once(starting, 'message')
    // The worker has opened the old file and waits for its lock.
    await pause(300)
    renameSync(`${file}.restored`, file)
    locked.close()
    const [outcome] = await once(starting, 'message')
    assert.match(String(outcome), /state\.sqlite was replaced while it was opened\. Start again\.$/)
  })

  test('opens if an earlier version created it, without an application ID', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await createAndClose(folder.path)
    execute(stateFilePath(folder.path), 'PRAGMA application_id = 0')
    await using state = await openState({ folder: folder.path })
    assert.deepEqual(await readLabels(state), ['one'])
    const { rows } = await sql<{ application_id: number }>`PRAGMA application_id`.execute(state.database)
    assert.equal(rows[0]?.application_id, 0x63617265)
  })

  test('has a new key soon after its creation, also in a plain copy without the write-ahead log', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    using copy = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    using _ = new RegularCheckpoints(state, 10)
    await state.database.insertInto('api_key').values(createRow('new')).execute()
    await waitForLabel('new', async () => {
      rmSync(stateFilePath(copy.path), { force: true })
      copyFileSync(stateFilePath(folder.path), stateFilePath(copy.path))
      await using copiedState = await openState({ folder: copy.path })
      return await readLabels(copiedState)
    })
  })

  test('has a write-ahead log of bounded size while a server writes', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    using _ = new RegularCheckpoints(state, 10)
    for (let batch = 0; batch < 20; batch++)
      await state.database
        .insertInto('api_key')
        .values(
          Array.from({ length: 500 }, (_row, index) => createRow(`${batch} ${index} ${'x'.repeat(500)}`)),
        )
        .execute()
    const { size } = statSync(stateFilePath(folder.path))
    const { size: logSize } = statSync(`${stateFilePath(folder.path)}-wal`)
    assert.ok(size > 15e6 && logSize < 8e6, `${size} ${logSize}`)
  })
})

test('the error for an unreachable database does not contain its password', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await assert.rejects(openState({ url: `postgres://me:secret@127.0.0.1:${port}/db` }), (error: Error) => {
    assert.equal(error.name, 'StateError')
    assert.match(
      error.message,
      /^The database of DATABASE_URL cannot be used \([^)]+\)\. Check that it is running/,
    )
    assert.ok(!error.message.includes('secret'))
    return true
  })
  server.close()
})

test('a folder that cannot be created is rejected in one sentence', async () => {
  await assert.rejects(openState({ folder: '/proc/self/state' }), {
    name: 'StateError',
    message:
      /^\/proc\/self\/state cannot be created: ENOENT.* Set DATA_DIR to a folder that can be written\.$/,
  })
})

async function createAndClose(folder: string) {
  await using state = await openState({ folder })
  return await new Keys(state, { service: 'careatlas' }).create('one')
}

function fillWithZeros(file: string, offset: number): Buffer {
  return readFileSync(file).fill(0, offset)
}

function readContents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

function replaceWithDatabase(file: string, statements: string): void {
  rmSync(file)
  execute(file, statements)
}

function execute(file: string, statements: string): void {
  using database = new DatabaseSync(file)
  database.exec(statements)
}

async function waitForLabel(label: string, read: () => Promise<readonly string[]>): Promise<void> {
  while (!(await read()).includes(label)) await pause(5)
}
