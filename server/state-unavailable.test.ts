/** The server while its database is unavailable. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ErrorEnvelope, Health } from '@careatlas/contract/envelopes'
import { engines } from '@careatlas/state/engines.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { pino } from 'pino'
import { type Running, runServer } from './running.fixture.ts'
import { small } from './small-directory.fixture.ts'

async function healthOf(server: Running): Promise<readonly string[]> {
  const { status, checks } = Health.parse(await (await server.get('/v1/health')).json())
  return [status, checks.state, checks.limits]
}

const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!

test(
  'while the database is unavailable, requests that need it get 503 with Retry-After, the log states the cause, and the health check names what fails',
  { skip },
  async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    using running = new DisposableStack()
    const cluster = running.use((await PostgresCluster.start('fsync = off\n'))!)
    await using server = await runServer({ DATABASE_URL: cluster.url(), RATE_LIMITS: 'on' }, { log })
    const path = `/v1/providers/${small.npi}`
    assert.equal((await server.get(path)).status, 200)
    assert.deepEqual(await healthOf(server), ['ok', 'ok', 'ok'])
    running.dispose()
    const cookie = `careatlas_session=${'x'.repeat(43)}`
    for (const response of [await server.get(path), await server.get('/keys', { cookie })]) {
      assert.equal(response.status, 503)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'unavailable')
    }
    const page = await server.get('/keys', { cookie, accept: 'text/html' })
    assert.equal(page.status, 503)
    assert.match(page.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(await page.text(), /role="alert".*database is unavailable/s)
    assert.equal((await server.get('/v1/regions')).status, 200)
    while ((await healthOf(server))[0] === 'ok') await setTimeout(100)
    assert.deepEqual(await healthOf(server), ['degraded', 'failing', 'failing'])
    assert.equal(lines.length, 3)
    for (const line of lines) assert.match(line, /"err":\{.*(?:Connection terminated|ECONNREFUSED|57P0)/)
  },
)
