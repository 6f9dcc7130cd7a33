import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtempDisposableSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { describe, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { engines } from '@careatlas/state/engines.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { pino } from 'pino'
import { ValkeyServer } from './access/rate-limit/valkey-server.fixture.ts'
import { readConfig } from './config.ts'
import { startServer } from './main.ts'
import { type RunOptions, runServer } from './running.fixture.ts'
import { publishSmallDirectory } from './small-directory.fixture.ts'

const allOk = {
  code: 200,
  status: 'ready',
  running: 'ok',
  snapshot: 'ok',
  embedder: 'ok',
  state: 'ok',
  limits: 'ok',
}
const notRunning = { code: 503, status: 'not_ready', running: 'failing' }

/** A log with a promise of the URL of the admin listener, and the warnings about it. */
function createLog() {
  const { promise: url, resolve } = Promise.withResolvers<string>()
  const warnings: string[] = []
  const write = (line: string) => {
    const entry = Object(JSON.parse(line))
    if (entry.msg === 'admin listening') resolve(entry.url)
    if (line.includes('ADMIN_LISTEN')) warnings.push(entry.msg)
  }
  return { log: pino({ level: 'info' }, { write }), url, warnings }
}

async function runWithAdmin(settings: Readonly<Record<string, string>> = {}, options: RunOptions = {}) {
  const { log, url, warnings } = createLog()
  const server = await runServer({ ADMIN_LISTEN: '0', ...settings }, { log, ...options })
  return { server, url: await url, warnings, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** The HTTP status, and the body with the status of each check by its name. */
async function readinessAt(url: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${url}/readyz`)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { status, checks } = Object(await response.json())
  const pairs = checks.map((check: Readonly<Record<string, string>>) => [check['name'], check['status']])
  return { code: response.status, status, ...Object.fromEntries(pairs) }
}

async function untilReady(url: string, status: 'ready' | 'not_ready') {
  for (;;) {
    const readiness = await readinessAt(url)
    if (readiness['status'] === status) return readiness
    await setTimeout(100)
  }
}

describe('GET /readyz on the admin listener', () => {
  test('returns 200 after the start, without a key, on the address in the log', async () => {
    await using admin = await runWithAdmin()
    assert.match(admin.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    assert.deepEqual(await readinessAt(admin.url), allOk)
    assert.deepEqual(admin.warnings, [])
    const head = await fetch(`${admin.url}/readyz`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
  })

  test('returns 503 until a snapshot is loaded', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    await using admin = await runWithAdmin({}, { published: false })
    const expected = { ...allOk, code: 503, status: 'not_ready', snapshot: 'failing' }
    assert.deepEqual(await readinessAt(admin.url), expected)
    await publishSmallDirectory(admin.server.dataDir, '2026-11-09.1')
    context.mock.timers.tick(1000)
    assert.deepEqual(await untilReady(admin.url, 'ready'), allOk)
  })

  test('returns 503 while the server starts', async () => {
    using folder = mkdtempDisposableSync(`${tmpdir()}/admin-`)
    await using silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const connected = once(silent, 'connection')
    const { log, url } = createLog()
    const config = readConfig({
      PORT: '0',
      ADMIN_LISTEN: '0',
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://a@127.0.0.1:${(silent.address() as AddressInfo).port}/a`,
    })
    const starting = assert.rejects(startServer(config, { log }), { name: 'StateError' })
    const [connection] = await connected
    assert.deepEqual(await readinessAt(await url), notRunning)
    connection.destroy()
    await starting
    await assert.rejects(fetch(`${await url}/readyz`))
  })

  test('returns 503 from the start of a graceful stop until its end', async () => {
    await using admin = await runWithAdmin()
    const { port, hostname } = new URL(admin.server.url)
    const pending = connect(Number(port), hostname).setEncoding('utf8')
    pending.write(
      'POST /keys/code HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
    )
    assert.match(String(await once(pending, 'data')), / 100 Continue/)
    const closed = admin.server.close()
    for (let probes = 0; probes < 3; probes++) assert.deepEqual(await readinessAt(admin.url), notRunning)
    pending.write('{}')
    assert.match(await text(pending), /^HTTP\/1\.1 403 /)
    await closed
    await assert.rejects(fetch(`${admin.url}/readyz`))
  })

  const { skip } = engines.find(({ name }) => name === 'PostgreSQL')!
  test('returns 503 while PostgreSQL is unavailable, and 200 afterwards', { skip }, async () => {
    using cluster = (await PostgresCluster.start('fsync = off\n'))!
    await using admin = await runWithAdmin({ DATABASE_URL: cluster.url() })
    assert.deepEqual(await readinessAt(admin.url), allOk)
    cluster.stop()
    const expected = { ...allOk, code: 503, status: 'not_ready', state: 'failing' }
    assert.deepEqual(await untilReady(admin.url, 'not_ready'), expected)
    cluster.start()
    assert.deepEqual(await untilReady(admin.url, 'ready'), allOk)
  })

  test(
    'returns 200 while Valkey is unavailable, because the server then counts in memory',
    { skip: ValkeyServer.installed() },
    async () => {
      await using valkey = await ValkeyServer.start()
      await using admin = await runWithAdmin({ VALKEY_URL: valkey.url(), RATE_LIMITS: 'on' })
      assert.deepEqual(await readinessAt(admin.url), allOk)
      await valkey.kill()
      let readiness = await readinessAt(admin.url)
      while (readiness['limits'] === 'ok') {
        await setTimeout(100)
        readiness = await readinessAt(admin.url)
      }
      assert.deepEqual(readiness, { ...allOk, limits: 'degraded' })
    },
  )
})

describe('the admin listener', () => {
  for (const [method, path, status, code] of [
    ['GET', '/', 404, 'not_found'],
    ['GET', '/readyz/', 404, 'not_found'],
    ['GET', '/v1/health', 404, 'not_found'],
    ['GET', '/openapi.json', 404, 'not_found'],
    ['POST', '/v1/providers', 404, 'not_found'],
    ['POST', '/readyz', 405, 'method_not_allowed'],
    ['DELETE', '/readyz', 405, 'method_not_allowed'],
  ] as const)
    test(`returns ${status} to ${method} ${path}, with a link to the public server`, async () => {
      await using admin = await runWithAdmin()
      const response = await fetch(`${admin.url}${path}`, { method })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const { error } = ErrorEnvelope.parse(await response.json())
      assert.equal(error.code, code)
      assert.equal((await fetch(error.docs)).status, 200)
      assert.ok(error.docs.startsWith(admin.server.url))
    })

  test('limits the size of headers and the time to send them, as the public server does', async () => {
    const limits = { headersTimeoutMs: 50, timeoutCheckMs: 20 }
    await using admin = await runWithAdmin({}, { limits })
    const { port, hostname } = new URL(admin.url)
    const slow = connect(Number(port), hostname)
    slow.write('GET /readyz HT')
    assert.match(await text(slow), /^HTTP\/1\.1 408 /)
    const sent = request(`${admin.url}/readyz`, { headers: { a: 'x'.repeat(20_000) } }).end()
    const [response] = await once(sent, 'response')
    assert.equal(response.resume().statusCode, 431)
  })

  test('is separate from the public server, which does not serve or document /readyz', async () => {
    await using admin = await runWithAdmin()
    assert.equal((await admin.server.get('/readyz')).status, 404)
    assert.doesNotMatch(await (await admin.server.get('/openapi.json')).text(), /"\/readyz"/)
  })

  test('warns if its host is not a loopback address', async () => {
    await using admin = await runWithAdmin({ ADMIN_LISTEN: '0.0.0.0:0' })
    assert.deepEqual(await readinessAt(admin.url), allOk)
    assert.equal(admin.warnings.length, 1)
    assert.match(admin.warnings[0]!, /^The host of ADMIN_LISTEN is not a loopback address: let only /)
  })

  test('does not open without ADMIN_LISTEN', async () => {
    const { log, url } = createLog()
    await using _server = await runServer({}, { log })
    assert.equal(await Promise.race([url, setImmediate('none')]), 'none')
  })

  test('reports in one sentence that its port is in use, or that its host is wrong', async () => {
    await using admin = await runWithAdmin()
    const { host } = new URL(admin.url)
    await assert.rejects(runServer({ ADMIN_LISTEN: host }), {
      name: 'ListenError',
      code: 'EADDRINUSE',
      message: `Another program listens on ${host}. Choose another ADMIN_LISTEN.`,
    })
    await assert.rejects(runServer({ ADMIN_LISTEN: '192.0.2.1:0' }), {
      name: 'ListenError',
      message: /^ADMIN_LISTEN 192\.0\.2\.1 is not an address of this machine\./,
    })
  })
})
