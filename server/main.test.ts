import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { ErrorEnvelope, Health } from '@careatlas/contract/envelopes'
import { errors } from '@careatlas/contract/errors'
import { pointerFile, snapshotsFolder } from '@careatlas/directory/snapshot/current'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { pino } from 'pino'
import { type Running, runServer } from './running.fixture.ts'
import { publishSmallDirectory, small } from './small-directory.fixture.ts'

describe('a running server', () => {
  test('answers 503 with Retry-After while no snapshot is published', async () => {
    await using server = await runServer({}, { published: false })
    for (const path of ['/v1/health', '/v1/regions', `/v1/providers/${small.npi}`]) {
      const response = await server.get(path)
      assert.equal(response.status, 503)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'unavailable')
    }
    assert.equal((await server.get('/docs')).status, 200)
  })

  test('rejects a revoked key on the next request', async () => {
    await using server = await runServer()
    assert.equal((await server.get(`/v1/providers/${small.npi}`)).status, 200)
    {
      await using state = await openState({ folder: join(server.dataDir, 'state') })
      await new Keys(state, { service: 'careatlas' }).revoke(server.keyId)
    }
    const response = await server.get(`/v1/providers/${small.npi}`)
    assert.equal(response.status, 401)
    assert.match(
      response.headers.get('www-authenticate') ?? '',
      /^Bearer error="invalid_token", resource_metadata=/,
    )
  })

  test('reports degraded while the published snapshot cannot be loaded, and ok after the next publication', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    await using server = await runServer()
    assert.equal(await healthOf(server), 'ok 2026-11-09.1')
    writeFileSync(join(server.dataDir, pointerFile), 'nonsense\n')
    context.mock.timers.tick(1000)
    while ((await healthOf(server)) !== 'degraded 2026-11-09.1');
    await publishSmallDirectory(server.dataDir, '2026-11-09.2')
    context.mock.timers.tick(1000)
    while ((await healthOf(server)) !== 'ok 2026-11-09.2');
  })

  test('serves a snapshot that is published under the same name after its folder was deleted, with a new ETag', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    await using server = await runServer()
    const path = `/v1/providers/${small.npi}`
    const old = await server.get(path)
    assert.match(await old.text(), /She heals\./)
    rmSync(snapshotsFolder(server.dataDir), { recursive: true })
    rmSync(join(server.dataDir, pointerFile))
    await publishSmallDirectory(server.dataDir, '2026-11-09.1', 'She teaches.')
    context.mock.timers.tick(1000)
    const conditional = { 'if-none-match': old.headers.get('etag') ?? '' }
    let response = await server.get(path, conditional)
    while (response.status === 304) response = await server.get(path, conditional)
    assert.match(await response.text(), /She teaches\./)
  })

  test('requires no key with AUTH=off', async () => {
    await using server = await runServer({ AUTH: 'off' })
    assert.equal((await fetch(`${server.url}/v1/providers/${small.npi}`)).status, 200)
  })

  for (const [settings, level] of [
    [{}, 'trace'],
    [{ ACCESS_LOG: 'on' }, 'info'],
    [{ ACCESS_LOG: 'on' }, 'error'],
  ] as const)
    test(`logs each response without the query, the key or the body with ${JSON.stringify(settings)} at the level ${level}`, async () => {
      const lines: string[] = []
      const log = pino({ level }, { write: (line: string) => lines.push(line) })
      await using server = await runServer(settings, { log })
      assert.match(await exchange('canary\r\n\r\n', server), /^HTTP\/1\.1 400 /)
      await server.get('/v1/providers?q=canary-query', { 'x-request-id': 'request-one' })
      await server.get('/v1/providers?q=canary-query&q=canary-query')
      await server.get('/nowhere?canary-query')
      await fetch(`${server.url}/v1/regions`, { method: 'POST', body: 'canary-body' })
      const text = lines.join('')
      assert.ok(!text.includes('canary'), text)
      assert.ok(!text.includes(server.key.slice(-20)))
      const entry: unknown = JSON.parse(lines.find((line) => line.includes('request-one')) ?? '')
      const { method, route, status } = Object(entry)
      assert.deepEqual({ method, route, status }, { method: 'GET', route: '/v1/providers', status: 200 })
      const statuses = lines.flatMap((line) => Object(JSON.parse(line)).status ?? [])
      assert.deepEqual(statuses, [400, 200, 400, 404, 405])
    })

  test('logs its version, public URL, stores and snapshot when it starts, and when it stops', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    const settings = { BASE_URL: 'https://directory.example', RATE_LIMITS: 'on' }
    const url = await (async () => {
      await using server = await runServer(settings, { log })
      return server.url
    })()
    const entries = lines.map((line) => Object(JSON.parse(line)))
    const { msg, version, publicUrl, state, limits, snapshot, snapshotAgeHours, ...started } = entries.find(
      (entry) => entry.msg === 'listening',
    )
    assert.match(version, /^\d+\.\d+\.\d+/)
    assert.deepEqual(
      { url: started.url, publicUrl, state, limits, snapshot },
      { url, publicUrl: settings.BASE_URL, state: 'sqlite', limits: 'memory', snapshot: '2026-11-09.1' },
    )
    assert.ok(Number.isInteger(snapshotAgeHours), msg)
    assert.deepEqual(
      entries.slice(-2).map((entry) => entry.msg),
      ['stopping', 'stopped'],
    )
  })

  for (const [settings, warns] of [
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '::' }, true],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://directory.example' }, false],
    [{ HOST: '127.0.0.1' }, false],
    [{}, false],
  ] as const)
    test(`${warns ? 'warns' : 'does not warn'} at start that BASE_URL is missing with ${JSON.stringify(settings)}`, async () => {
      const lines: string[] = []
      const log = pino({ level: 'fatal' }, { write: (line: string) => lines.push(line) })
      await using _server = await runServer(settings, { log })
      const warnings = lines.filter((line) => /BASE_URL is not set: set BASE_URL/.test(line))
      assert.equal(warnings.length, warns ? 1 : 0)
    })

  test('warns once if a trusted proxy does not send the address of its client', async () => {
    assert.equal(await countForwardedWarnings({ TRUSTED_PROXIES: '10.0.0.1, 127.0.0.0/8' }), 1)
    assert.equal(
      await countForwardedWarnings({ TRUSTED_PROXIES: '127.0.0.1' }, { 'x-forwarded-for': '203.0.113.9' }),
      0,
    )
    assert.equal(await countForwardedWarnings({ TRUSTED_PROXIES: '10.0.0.1' }), 0)
    assert.equal(await countForwardedWarnings({}), 0)
  })

  test('logs a 5xx response at the default level, but neither successful nor 4xx responses', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
    await using server = await runServer({}, { log, published: false })
    const before = lines.length
    await server.get('/v1/regions', { 'x-request-id': 'request-one' })
    await server.get('/nowhere')
    assert.match(await exchange('hello\r\n\r\n', server), /^HTTP\/1\.1 400 /)
    const entries = lines.slice(before).map((line) => Object(JSON.parse(line)))
    assert.deepEqual(
      entries.map(({ level, requestId, status, code }) => ({ level, requestId, status, code })),
      [{ level: 50, requestId: 'request-one', status: 503, code: 'unavailable' }],
    )
  })

  test('answers a health check on an open connection with 503 during a stop, and other requests as before', async () => {
    await using server = await runServer()
    const { port, hostname } = new URL(server.url)
    const sockets = ['/v1/health', '/v1/regions'].map((path) => {
      const socket = connect(Number(port), hostname).setEncoding('utf8')
      // The second request is incomplete when the stop begins.
      socket.write(`GET /docs HTTP/1.1\r\nHost: a\r\n\r\nGET ${path} HTTP/1.1\r\nHost: a\r\n`)
      return socket
    })
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    const closed = server.close()
    for (const socket of sockets) socket.write('\r\n')
    const [health, regions] = await Promise.all(sockets.map((socket) => readText(socket)))
    assert.match(health!, /HTTP\/1\.1 503 [^]*"code":"unavailable"/)
    assert.match(regions!, /HTTP\/1\.1 200 [^]*"data":/)
    await closed
  })

  test('closes promptly while clients keep connections open', async () => {
    await using server = await runServer()
    using opened = new DisposableStack()
    const agent = opened.adopt(new Agent({ keepAlive: true }), (keepAlive) => keepAlive.destroy())
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    get(`${server.url}/v1/health`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    assert.equal(await promise, 200)
    await server.close()
    await assert.rejects(fetch(`${server.url}/v1/health`))
  })
})

/** Counts the warnings about a missing X-Forwarded-For that a server with these settings logs. */
async function countForwardedWarnings(
  settings: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  await using server = await runServer(settings, { log })
  for (const path of ['/v1/health', '/v1/regions', '/v1/carriers']) await server.get(path, headers)
  return lines.filter((line) => line.includes('without X-Forwarded-For')).length
}

describe('a server that cannot listen', () => {
  for (const [settings, message] of [
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine\./],
    [{ HOST: 'nowhere.invalid' }, /^HOST nowhere\.invalid does not resolve to an address\./],
  ] as const) {
    test(`reports in one sentence that HOST ${settings.HOST} is wrong`, async () => {
      await assert.rejects(runServer(settings), { name: 'ListenError', message })
    })
  }

  test('reports in one sentence that the port is in use', async () => {
    await using server = await runServer()
    const { port } = new URL(server.url)
    await assert.rejects(runServer({ PORT: port }), {
      name: 'ListenError',
      code: 'EADDRINUSE',
      message: `Another program listens on 127.0.0.1:${port}. Choose another PORT.`,
    })
  })
})

describe('the pages', () => {
  test('document each error code, with scripts of this server only', async () => {
    await using server = await runServer({ PRODUCT_NAME: 'Atlas <b>' })
    for (const code of Object.keys(errors)) {
      const response = await fetch(`${server.url}/docs/errors/${code}`)
      assert.equal(response.status, 200, code)
      assert.match(
        response.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none';/,
      )
      const html = await response.text()
      assert.match(html, /<html lang="en">/)
      assert.equal(html.match(/<h1/g)?.length, 1, `${code} has one heading`)
      assert.ok(!/<script(?! src="\/assets\/)/.test(html) && !html.includes('<b>'))
    }
  })

  test('let the keyboard scroll long lines of examples', async () => {
    await using server = await runServer()
    const html = await (await fetch(`${server.url}/docs/errors/not_found`)).text()
    assert.match(html, /<pre tabindex="0" role="group" aria-label="JSON">/)
  })

  test('do not include the path *: it gets 404', async () => {
    await using server = await runServer()
    const { hostname, port } = new URL(server.url)
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    get({ hostname, port, path: '*' }, (response) => resolve(response.resume().statusCode))
    assert.equal(await promise, 404)
  })

  test('include an OpenAPI document with the product name and the public URL', async () => {
    await using server = await runServer({ PRODUCT_NAME: 'Atlas', BASE_URL: 'https://a.example' })
    const text = await (await fetch(`${server.url}/openapi.json`)).text()
    assert.match(text, /"title":"Atlas/)
    assert.match(text, /"servers":\[\{"url":"https:\/\/a\.example"\}\]/)
  })

  test('are linked from errors with BASE_URL, never with the Host header', async () => {
    await using server = await runServer({ BASE_URL: 'https://a.example' })
    const { error } = ErrorEnvelope.parse(
      await (await server.get('/nowhere', { host: 'evil.example' })).json(),
    )
    assert.equal(error.docs, 'https://a.example/docs/errors/not_found')
  })

  test('are linked from errors with the loopback address of the request if BASE_URL is not set', async () => {
    await using server = await runServer()
    const url = server.url.replace('127.0.0.1', 'localhost')
    const { error } = ErrorEnvelope.parse(await (await fetch(`${url}/nowhere`)).json())
    assert.equal(error.docs, `${url}/docs/errors/not_found`)
  })
})

/** Sends `message` unchanged and returns the whole response. */
async function exchange(message: string, { url }: Running): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(message)
  return readText(socket)
}

async function healthOf(server: Running): Promise<string> {
  const response = await server.get('/v1/health')
  const { status, generation } = Health.parse(await response.json())
  assert.equal(response.status, 200)
  return `${status} ${generation}`
}
