import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempDisposableSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { engines } from './engines.fixture.ts'
import { Keys } from './keys.ts'
import { PostgresCluster } from './postgres-cluster.fixture.ts'
import { isStateUnavailable } from './is-unavailable.ts'
import { openState, type State } from './state.ts'

const { skip, createPlace } = engines[1]!

describe('PostgreSQL is unavailable:', { skip }, () => {
  test('a connection that breaks in a transaction fails only this transaction', async () => {
    await using state = await openState(await createPlace())
    const broken = state.write(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
      await sql`SELECT pg_terminate_backend(${rows[0]!.pid})`.execute(state.database)
      for (;;) await sql`SELECT 1`.execute(transaction)
    })
    await assert.rejects(broken, isStateUnavailable)
    await createKey(state, 'the next')
  })

  test('the server is stopped', async () => {
    const cluster = await PostgresCluster.start('fsync = off\n')
    await using state = await openState({ url: cluster!.url() })
    await createKey(state, 'the first')
    cluster![Symbol.dispose]()
    await assert.rejects(createKey(state, 'the next'), isStateUnavailable)
    await assert.rejects(createKey(state, 'one more'), isStateUnavailable)
  })

  test('a server that stops responding fails queries within 5 s', { timeout: 60_000 }, async (context) => {
    const place = await createPlace()
    context.mock.timers.enable({ apis: ['setTimeout'] })
    await using state = await openState(place)
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(state.database)
    const { pid } = rows[0]!
    process.kill(pid, 'SIGSTOP')
    try {
      const query = sql`SELECT 1`.execute(state.database)
      // The query is sent during these turns of the event loop.
      for (let turn = 0; turn < 100; turn++) await setImmediate()
      context.mock.timers.tick(5000)
      await assert.rejects(query, isStateUnavailable)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('a server that stops responding does not delay the shutdown', async () => {
    using cluster = (await PostgresCluster.start('fsync = off\n'))!
    const state = await openState({ url: cluster.url() })
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(state.database)
    const { pid } = rows[0]!
    process.kill(pid, 'SIGSTOP')
    try {
      const query = sql`SELECT 1`.execute(state.database).catch(() => 'given up')
      // The query is sent during these turns of the event loop.
      for (let turn = 0; turn < 100; turn++) await setImmediate()
      await state[Symbol.asyncDispose]()
      assert.equal(await Promise.race([query, setImmediate('still waiting')]), 'still waiting')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('a server that accepts no session, and an exhausted pool', async () => {
    await using server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A client that disconnects is released, even if its session starts late.
    server.on('connection', (socket) => socket.on('error', () => undefined).resume())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const pool = new Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50, max: 1 })
    const results = await Promise.allSettled([pool.query('SELECT 1'), pool.query('SELECT 1')])
    for (const result of results) assert.ok(result.status === 'rejected' && isStateUnavailable(result.reason))
    await pool.end()
  })

  for (const [why, statements] of [
    ['a lock that another transaction holds', ["SET LOCAL lock_timeout = '10ms'", 'LOCK TABLE account']],
    ['a statement that takes too long', ["SET LOCAL statement_timeout = '10ms'", 'SELECT pg_sleep(60)']],
    ['a read-only standby server', ['SET TRANSACTION READ ONLY', 'DELETE FROM web_session']],
  ] as const) {
    test(why, async () => {
      await using state = await openState(await createPlace())
      const write = state.write(async (first) => {
        await sql`LOCK TABLE account`.execute(first)
        await state.write(async (second) => {
          for (const statement of statements) await sql.raw(statement).execute(second)
        })
      })
      await assert.rejects(write, isStateUnavailable)
    })
  }
})

describe('a busy or full file:', () => {
  test('another process is writing', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    await sql`PRAGMA busy_timeout = 1`.execute(state.database)
    using other = new DatabaseSync(join(folder.path, 'state.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    await assert.rejects(createKey(state, 'bot'), isStateUnavailable)
  })

  test('a write waits for the other process to finish, and does not block the event loop', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    using other = new DatabaseSync(join(folder.path, 'state.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    // This process can end the other transaction only between two attempts of the writer.
    const turn = setImmediate().then(() => other.exec('COMMIT'))
    await createKey(state, 'bot')
    await turn
    assert.equal((await new Keys(state, { service: 'atlas' }).list()).length, 1)
  })

  test('the disk is full', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
    await using state = await openState({ folder: folder.path })
    await sql`PRAGMA max_page_count = 1`.execute(state.database)
    const fillDisk = async (): Promise<void> => {
      for (;;) await createKey(state, 'bot')
    }
    await assert.rejects(fillDisk, isStateUnavailable)
  })
})

test('programming errors and a damaged file do not count as unavailable', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'state-'))
  await using state = await openState({ folder: folder.path })
  const queryError = await sql`SELECT nothing`.execute(state.database).catch((error: unknown) => error)
  assert.ok(queryError instanceof Error && !isStateUnavailable(queryError))
  assert.ok(!isStateUnavailable(Object.assign(new Error('malformed'), { errcode: 11 })))
  assert.ok(!isStateUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' })))
  assert.ok(!isStateUnavailable(new TypeError('undefined is not a function')))
  assert.ok(!isStateUnavailable('unavailable'))
})

async function createKey(state: State, label: string): Promise<void> {
  await new Keys(state, { service: 'atlas' }).create(label)
}
