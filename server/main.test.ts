import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Agent, get } from 'node:http'
import { describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { errors } from '@careatlas/contract/errors'
import { Keys } from '@careatlas/state/keys'
import { openState } from '@careatlas/state/state'
import { pino } from 'pino'
import { runServer } from './running.ts'
import { small } from './small-directory.ts'

describe('a running server', () => {
  test('answers 503 with Retry-After while there is no snapshot, and 200 once there is one', async () => {
    await using server = await runServer({}, { published: false })
    for (const path of ['/v1/health', '/v1/regions', `/v1/providers/${small.npi}`]) {
      const response = await server.get(path)
      assert.equal(response.status, 503)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(ErrorEnvelope.parse(await response.json()).error.code, 'unavailable')
    }
    assert.equal((await server.get('/docs')).status, 200)
  })

  test('refuses a revoked key from the next request on', async () => {
    await using server = await runServer()
    assert.equal((await server.get(`/v1/providers/${small.npi}`)).status, 200)
    {
      using state = openState(join(server.dataDir, 'state'))
      new Keys(state, { service: 'careatlas' }).revoke(server.keyId)
    }
    const response = await server.get(`/v1/providers/${small.npi}`)
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  })

  test('asks for no key with AUTH=off', async () => {
    await using server = await runServer({ AUTH: 'off' })
    assert.equal((await fetch(`${server.url}/v1/providers/${small.npi}`)).status, 200)
  })

  test('logs each answer without the query, the key or the body', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    await using server = await runServer({}, { log })
    await server.get('/v1/providers?q=canary-query', { 'x-request-id': 'request-one' })
    await server.get('/v1/providers?q=canary-query&q=canary-query')
    await server.get('/nowhere?canary-query')
    await fetch(`${server.url}/v1/regions`, { method: 'POST', body: 'canary-body' })
    const text = lines.join('')
    assert.ok(!text.includes('canary'), text)
    assert.ok(!text.includes(server.key.slice(-20)))
    const answer: unknown = JSON.parse(lines.find((line) => line.includes('request-one')) ?? '')
    const { method, route, status } = Object(answer)
    assert.deepEqual({ method, route, status }, { method: 'GET', route: '/v1/providers', status: 200 })
  })

  test('closes in time although clients hold connections open', async () => {
    await using server = await runServer()
    await using agent = {
      it: new Agent({ keepAlive: true }),
      [Symbol.asyncDispose]: async () => agent.it.destroy(),
    }
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    get(`${server.url}/v1/health`, { agent: agent.it }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    assert.equal(await promise, 200)
    await server.close()
    await assert.rejects(fetch(`${server.url}/v1/health`))
  })
})

describe('the pages', () => {
  test('there is one for each error code, and it runs nothing', async () => {
    await using server = await runServer({ PRODUCT_NAME: 'Atlas <b>' })
    for (const code of Object.keys(errors)) {
      const response = await fetch(`${server.url}/docs/errors/${code}`)
      assert.equal(response.status, 200, code)
      assert.match(
        response.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'sha256-/,
      )
      const html = await response.text()
      assert.match(html, /<html lang="en">/)
      assert.equal(html.match(/<h1/g)?.length, 1, `${code} has one heading`)
      assert.ok(!html.includes('<script') && !html.includes('<b>'))
    }
  })

  test('the OpenAPI document names the product and the public address', async () => {
    await using server = await runServer({ PRODUCT_NAME: 'Atlas', BASE_URL: 'https://a.example' })
    const text = await (await fetch(`${server.url}/openapi.json`)).text()
    assert.match(text, /"title":"Atlas/)
    assert.match(text, /"servers":\[\{"url":"https:\/\/a\.example"\}\]/)
  })

  test('error links use BASE_URL and never the Host header', async () => {
    await using server = await runServer({ BASE_URL: 'https://a.example' })
    const { error } = ErrorEnvelope.parse(
      await (await server.get('/nowhere', { host: 'evil.example' })).json(),
    )
    assert.equal(error.docs, 'https://a.example/docs/errors/not_found')
  })
})
