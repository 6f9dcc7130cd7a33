import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { openState, type State, type StatePlace } from './state.ts'

for (const { name, skip, createPlace } of engines) {
  describe(`the state in ${name}`, { skip }, () => {
    test('rolls back a transaction that throws', async () => {
      await using state = await openState(await createPlace())
      const fails = state.write(async (transaction) => {
        await transaction.insertInto('api_key').values(row('half')).execute()
        throw new Error('power cut')
      })
      await assert.rejects(fails, /power cut/)
      assert.deepEqual(await labels(state), [])
      assert.equal(await state.write(async () => 'next'), 'next')
    })

    test('keeps concurrent queries out of a transaction', async () => {
      await using state = await openState(await createPlace())
      const started = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const fails = state.write(async (transaction) => {
        await transaction.insertInto('api_key').values(row('inside')).execute()
        started.resolve()
        await goOn.promise
        throw new Error('power cut')
      })
      await started.promise
      const beside = state.database.insertInto('api_key').values(row('beside')).execute()
      goOn.resolve()
      await assert.rejects(fails, /power cut/)
      await beside
      assert.deepEqual(await labels(state), ['beside'])
    })

    test('runs each migration once, even if many processes open the state at once', async () => {
      const place = await createPlace()
      for (const round of [1, 2])
        await Promise.all([1, 2, 3, 4].map((process) => addInAnotherProcess(place, `${round} ${process}`)))
      await using state = await openState(place)
      assert.equal((await labels(state)).length, 8)
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
  const words = ['--input-type=module', '--eval', script, ...modules, JSON.stringify(place), label]
  await promisify(execFile)(process.execPath, words)
}

function row(label: string) {
  return { id: label, digest: Buffer.from(label), label, display: label, created_at: 0 }
}

async function labels(state: State): Promise<readonly string[]> {
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
    ['of other bytes', (file: string) => writeFileSync(file, 'not a database '.repeat(1000))],
    ['cut after its first page', (file: string) => truncateSync(file, 4096)],
    ['cut inside its second page', (file: string) => truncateSync(file, 5000)],
    ['cut inside its header', (file: string) => truncateSync(file, 60)],
    ['with a page of zeros', (file: string) => writeFileSync(file, zeroedFrom(file, 4096))],
  ] as const) {
    test(`rejects ${why} with the name of the file and a remedy`, async () => {
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

async function createAndClose(folder: string) {
  await using state = await openState({ folder })
  return await new Keys(state, { service: 'careatlas' }).create('one')
}

function zeroedFrom(file: string, offset: number): Buffer {
  return readFileSync(file).fill(0, offset)
}
