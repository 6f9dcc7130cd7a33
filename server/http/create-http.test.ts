import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, describe, test } from 'node:test'
import {
  assertEnvelope,
  withConnectionClose,
  exchange,
  get,
  large,
  serve,
  statusesOf,
} from './small-server.fixture.ts'

let server: Awaited<ReturnType<typeof serve>>
before(async () => {
  server = await serve()
})
after(() => server[Symbol.asyncDispose]())

describe('a route', () => {
  for (const [request, status, code] of [
    [get('/nowhere'), 404, 'not_found'],
    [get('/thing/'), 404, 'not_found'],
    [get('/Thing'), 404, 'not_found'],
    [get('//thing'), 404, 'not_found'],
    [get('*'), 404, 'not_found'],
    [get('/thing/%E0%A4%A'), 400, 'bad_request'],
    [get('/things/%E0%A4%A'), 400, 'bad_request'],
    [get(`/thing?${'x'.repeat(8192)}`), 414, 'uri_too_long'],
    [get('/thing').replace('GET', 'TRACE'), 405, 'method_not_allowed'],
    [get('/thing').replace('GET', 'PROPFIND'), 405, 'method_not_allowed'],
    [get('/thing').replace('GET', 'DELETE'), 405, 'method_not_allowed'],
    [get('/nowhere').replace('GET', 'PROPFIND'), 404, 'not_found'],
    [get('*thing'), 404, 'not_found'],
    [get('/broken'), 500, 'internal_error'],
    [get('/broken-later'), 500, 'internal_error'],
  ] as const) {
    test(`${request.slice(0, 40).split('\r\n')[0]}: ${status} ${code} in the envelope`, async () => {
      const response = await exchange(server.port, withConnectionClose(request))
      assertEnvelope(response, status, code)
      assert.ok(!response.includes('secret'), 'no internal details')
    })
  }

  for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(name))) {
    test(`${method}: 405 with Allow for an existing path, 404 for an unknown path`, async () => {
      const known = await exchange(server.port, withConnectionClose(get('/thing').replace('GET', method)))
      assertEnvelope(known, 405, 'method_not_allowed')
      assert.match(known, /^allow: GET, HEAD, OPTIONS\r$/im)
      const unknown = await exchange(server.port, withConnectionClose(get('/nowhere').replace('GET', method)))
      assertEnvelope(unknown, 404, 'not_found')
    })
  }

  test('answers 405 with the methods it supports', async () => {
    const response = await fetch(server.url('/thing'), { method: 'PUT' })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
  })

  for (const path of ['/thing', '/large', '/huge', '/unchanged', '/broken', '/nowhere']) {
    for (const accepts of ['br', 'gzip', 'identity']) {
      test(`answers HEAD ${path} as GET without the body, with Accept-Encoding ${accepts}`, async () => {
        const request = withConnectionClose(get(path, `Accept-Encoding: ${accepts}`))
        const [full, head] = await Promise.all([
          exchange(server.port, request),
          exchange(server.port, request.replace('GET', 'HEAD')),
        ])
        assert.deepEqual(comparableHeaders(head), comparableHeaders(full))
        assert.equal(head.split('\r\n\r\n')[1], '')
      })
    }
  }

  test('answers a preflight request of any origin, and never allows credentials', async () => {
    const response = await fetch(server.url('/thing'), {
      method: 'OPTIONS',
      headers: { origin: 'https://anyone.example', 'access-control-request-method': 'GET' },
    })
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
    assert.equal(
      response.headers.get('access-control-allow-headers'),
      'Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key, X-Partner-Identifier, X-Request-Id',
    )
    assert.equal(response.headers.get('access-control-max-age'), '7200')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
  })

  test('compresses responses of at least 1 KiB if the client accepts an encoding', async () => {
    for (const [path, accepts, encoding] of [
      ['/large', 'br', 'br'],
      ['/large', 'gzip', 'gzip'],
      ['/large', 'gzip, br', 'br'],
      ['/large', 'identity', null],
      ['/large', 'unheard-of', null],
      ['/thing', 'br', null],
    ] as const) {
      const response = await fetch(server.url(path), { headers: { 'accept-encoding': accepts } })
      assert.equal(response.headers.get('content-encoding'), encoding, `${path} ${accepts}`)
      assert.match(response.headers.get('vary') ?? '', /accept-encoding/i)
      assert.deepEqual(await response.json(), path === '/large' ? large : { good: true })
    }
  })
})

describe('a request', () => {
  const json = /^content-type: application\/json; charset=utf-8\r$/m
  for (const [title, headers] of Object.entries({
    'an Accept of anything': 'Accept: */*',
    'an Accept of garbage': 'Accept: ;;;,,,/',
    'an Accept of 5 KB': `Accept: ${'text/html;q=0.1,'.repeat(320)}*/*`,
    'an Accept-Encoding of 5 KB': `Accept-Encoding: ${'br;q=0.001,'.repeat(460)}identity`,
    'an Accept-Encoding of garbage': 'Accept-Encoding: ;q=,,;=',
    'a range': 'Range: bytes=0-3',
    'ranges that overlap a thousand times': `Range: bytes=${'0-,'.repeat(1000)}0-`,
    'a range with a condition': 'Range: bytes=0-3\r\nIf-Range: "a"',
    'an If-None-Match of garbage': 'If-None-Match: W/"",",*,"',
    'an If-None-Match of 5 KB': `If-None-Match: ${'"a",'.repeat(1200)}`,
    'an If-Modified-Since': 'If-Modified-Since: Sat, 21 Nov 2099 00:00:00 GMT',
    'a method in another header': 'X-HTTP-Method-Override: DELETE',
    'another host in other headers': 'X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example',
  })) {
    test(`with ${title} gets the same response as without it`, async () => {
      const response = await exchange(server.port, withConnectionClose(get('/thing', headers)))
      assert.deepEqual(statusesOf(response), [200])
      assert.match(response, json)
      assert.ok(response.endsWith('\r\n\r\n{"good":true}'), response)
    })
  }

  test('with another host name gets the same links', async () => {
    for (const host of ['evil.example', 'evil.example:80', '[::1]:80']) {
      const forwarded = 'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https'
      const request = withConnectionClose(get('/nowhere', forwarded)).replace('Host: a', `Host: ${host}`)
      assertEnvelope(await exchange(server.port, request), 404, 'not_found')
    }
  })

  test('among a thousand pipelined ones is answered in order', async () => {
    const ids = Array.from({ length: 1000 }, (_, n) => String(n))
    const requests = ids.map((id) => get(`/things/${id}`)).join('')
    const response = await exchange(server.port, requests + withConnectionClose(get('/things/last')))
    const received = [...response.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)
    assert.deepEqual(received, [...ids, 'last'])
  })
})

describe('a request id', () => {
  for (const id of ['12345678', 'A_b-9'.repeat(4), 'x'.repeat(64)]) {
    test(`${id} is returned unchanged`, async () => {
      const response = await fetch(server.url('/thing'), { headers: { 'x-request-id': id } })
      assert.equal(response.headers.get('x-request-id'), id)
    })
  }

  for (const id of [
    '',
    '1234567',
    'x'.repeat(65),
    'a b c d e f',
    'abc.defgh',
    '<script>1',
    'abcdefgh%0d%0aX-Evil:1',
    'abcdefgh\\r\\nX-Evil:1',
    'abcdefgh\tx',
    'abcdefghé',
    'abcdefgh, 12345678',
  ]) {
    test(`${JSON.stringify(id)} is replaced by a UUIDv7`, async () => {
      const response = await fetch(server.url('/nowhere'), { headers: { 'x-request-id': id } })
      assert.match(
        response.headers.get('x-request-id') ?? '',
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
    })
  }
})

/** The response headers without those that differ each time. `Transfer-Encoding` is omitted because HEAD has no body. */
function comparableHeaders(response: string): string[] | undefined {
  const lines = response.split('\r\n\r\n')[0]?.split('\r\n')
  return lines?.filter((line) => !/^(date|x-request-id|transfer-encoding):/i.test(line))
}
