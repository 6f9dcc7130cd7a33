import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { ErrorEnvelope } from '@careatlas/contract/envelopes'
import { pino } from 'pino'
import { createHttp } from './http.ts'
import type { MessageLimits } from './http/message-limits.ts'

const docsUrl = 'http://docs.example/docs'

describe('a malformed message', () => {
  for (const [why, message, status, code] of [
    ['no Host', 'GET /thing HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['two Hosts', 'GET /thing HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'bad_request'],
    ['Host with user information', 'GET /thing HTTP/1.1\r\nHost: me@a\r\n\r\n', 400, 'bad_request'],
    [
      'Content-Length and Transfer-Encoding',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
      400,
      'bad_request',
    ],
    ['two Content-Lengths', post('Content-Length: 2\r\nContent-Length: 3', '{}'), 400, 'bad_request'],
    ['a signed Content-Length', post('Content-Length: +2', '{}'), 400, 'bad_request'],
    ['an unknown Transfer-Encoding', post('Transfer-Encoding: xchunked', '{}'), 400, 'bad_request'],
    [
      'a chunk size that overflows',
      post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\n'),
      400,
      'bad_request',
    ],
    [
      'a chunk extension of a megabyte',
      post('Transfer-Encoding: chunked', `1;${'x'.repeat(1_000_000)}`),
      400,
      'bad_request',
    ],
    ['a folded header', 'GET /thing HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n', 400, 'bad_request'],
    ['bare line feeds', 'GET /thing HTTP/1.1\nHost: a\n\n', 400, 'bad_request'],
    ['a space before the colon', 'GET /thing HTTP/1.1\r\nHost : a\r\n\r\n', 400, 'bad_request'],
    ['a NUL in a header', 'GET /thing HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n', 400, 'bad_request'],
    ['garbage', 'hello\r\n\r\n', 400, 'bad_request'],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'bad_request'],
    ['an unknown version', 'GET /thing HTTP/9.9\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['an unknown method', 'FOO /thing HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['GET with a body', 'GET /thing HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}', 400, 'bad_request'],
    [
      'an Expect that nobody knows',
      'GET /thing HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n',
      417,
      'expectation_failed',
    ],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405, 'method_not_allowed'],
    ['a URL of 20 KB', get(`/thing?${'x'.repeat(20_000)}`), 414, 'uri_too_long'],
    ['a header of 20 KB', get('/thing', `X: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    [
      '3,000 headers',
      get('/thing', Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`).join('\r\n')),
      431,
      'headers_too_large',
    ],
    ['a cookie of 16 KB', get('/thing', `Cookie: ${'x'.repeat(16_384)}`), 431, 'headers_too_large'],
    ['broken JSON', post('Content-Length: 1', '{'), 400, 'bad_request'],
    ['a body with __proto__', post('Content-Length: 16', '{"__proto__":{}}'), 400, 'bad_request'],
    ['a body that is too large', post('Content-Length: 65537', 'x'), 413, 'payload_too_large'],
    [
      'a compressed body',
      post('Content-Length: 2\r\nContent-Encoding: gzip', '{}'),
      415,
      'unsupported_media_type',
    ],
    ['a body of another type', post('Content-Length: 2', '{}', 'text/plain'), 415, 'unsupported_media_type'],
    [
      'POST where there is only GET',
      post('Content-Length: 2', '{}').replace('/post', '/thing'),
      405,
      'method_not_allowed',
    ],
  ] as const) {
    test(`${why}: one ${status} ${code} in the envelope, then the connection closes`, async () => {
      await using server = await serve()
      assertRefused(await exchange(server.port, message), status, code)
    })
  }

  test('after a good request is answered after it', async () => {
    await using server = await serve()
    const answer = await exchange(server.port, `${get('/thing')}nonsense\r\n\r\n`)
    assert.equal(answer.match(/HTTP\/1\.1 \d+/g)?.join(), 'HTTP/1.1 200,HTTP/1.1 400')
  })

  test('after a request under way waits for its answer', async () => {
    await using server = await serve()
    const answer = await exchange(server.port, `${get('/slow')}nonsense\r\n\r\n`)
    assert.equal(answer.match(/HTTP\/1\.1 \d+/g)?.join(), 'HTTP/1.1 200,HTTP/1.1 400')
  })

  test('hides nothing behind it: what follows is not served', async () => {
    await using server = await serve()
    const message = `${post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n')}${get('/thing')}`
    assertRefused(await exchange(server.port, message), 400, 'bad_request')
  })
})

describe('a slow sender', () => {
  const fast = { headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20 }

  test('of headers gets 408 and is closed', async () => {
    await using server = await serve(fast)
    assertRefused(await exchange(server.port, 'GET /thing HTTP/1.1\r\nHo'), 408, 'request_timeout')
  })

  test('of a body gets 408 and is closed', async () => {
    await using server = await serve(fast)
    assertRefused(await exchange(server.port, post('Content-Length: 10', '{')), 408, 'request_timeout')
  })

  test('that sends nothing at all is closed', async () => {
    await using server = await serve({ ...fast, idleTimeoutMs: 50 })
    assert.equal(await exchange(server.port, ''), '')
  })
})

describe('an address', () => {
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
      await using server = await serve()
      const answer = await exchange(server.port, closing(request))
      assertEnvelope(answer, status, code)
      assert.ok(!answer.includes('secret'), 'nothing from inside')
    })
  }

  for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(name))) {
    test(`${method}: 405 with Allow where there is something, 404 where there is not`, async () => {
      await using server = await serve()
      const known = await exchange(server.port, closing(get('/thing').replace('GET', method)))
      assertEnvelope(known, 405, 'method_not_allowed')
      assert.match(known, /^allow: GET, HEAD, OPTIONS\r$/im)
      const unknown = await exchange(server.port, closing(get('/nowhere').replace('GET', method)))
      assertEnvelope(unknown, 404, 'not_found')
    })
  }

  test('names the methods it knows with 405', async () => {
    await using server = await serve()
    const response = await fetch(server.url('/thing'), { method: 'PUT' })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS')
  })

  for (const path of ['/thing', '/large', '/huge', '/unchanged', '/broken', '/nowhere']) {
    for (const accepts of ['br', 'gzip', 'identity']) {
      test(`answers HEAD ${path} as GET without the body to a reader of ${accepts}`, async () => {
        await using server = await serve()
        const request = closing(get(path, `Accept-Encoding: ${accepts}`))
        const [got, head] = await Promise.all([
          exchange(server.port, request),
          exchange(server.port, request.replace('GET', 'HEAD')),
        ])
        assert.deepEqual(comparable(head), comparable(got))
        assert.equal(head.split('\r\n\r\n')[1], '')
      })
    }
  }

  test('answers a preflight of any origin and never with credentials', async () => {
    await using server = await serve()
    const response = await fetch(server.url('/thing'), {
      method: 'OPTIONS',
      headers: { origin: 'https://anyone.example', 'access-control-request-method': 'GET' },
    })
    assert.equal(response.status, 204)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
    assert.equal(
      response.headers.get('access-control-allow-headers'),
      'Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, X-Request-Id',
    )
    assert.equal(response.headers.get('access-control-max-age'), '7200')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
  })

  test('compresses from 1 KiB on when the client can read it', async () => {
    await using server = await serve()
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

describe('a request id', () => {
  for (const sent of ['12345678', 'A_b-9'.repeat(4), 'x'.repeat(64)]) {
    test(`${sent} comes back`, async () => {
      await using server = await serve()
      const response = await fetch(server.url('/thing'), { headers: { 'x-request-id': sent } })
      assert.equal(response.headers.get('x-request-id'), sent)
    })
  }

  for (const sent of ['', '1234567', 'x'.repeat(65), 'a b c d e f', 'abc.defgh', '<script>1']) {
    test(`${JSON.stringify(sent)} is replaced by a UUIDv7`, async () => {
      await using server = await serve()
      const response = await fetch(server.url('/nowhere'), { headers: { 'x-request-id': sent } })
      assert.match(
        response.headers.get('x-request-id') ?? '',
        /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
    })
  }
})

describe('a client that asks but does not read', () => {
  for (const path of ['/large', '/large-later'] as const) {
    test(`is let go, and what it asked last is not answered: ${path}`, async () => {
      await using server = await serve({ unsentBytes: 5 * largeBytes })
      const answer = await exchange(server.port, get(path).repeat(999) + closing(get(path)))
      const answers = answer.match(/^HTTP\/1\.1 200/gm)?.length ?? 0
      assert.ok(answers <= 6, `${answers} answers`)
      assert.match(await exchange(server.port, closing(get(path))), /^HTTP\/1\.1 200 /, 'others are served')
    })
  }

  test('is not one that waits for each answer, however many it asks for', async () => {
    await using server = await serve({ unsentBytes: largeBytes })
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(server.port, '127.0.0.1', () => socket.write(get('/large')))
    let answers = 0
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (!text.endsWith('"}')) return
      answers += 1
      if (answers === 50) socket.end()
      else socket.write(get('/large'))
    })
    socket.on('close', () => resolve())
    await promise
    assert.equal(answers, 50)
  })
})

const large = { text: 'x'.repeat(20_000) }
const largeBytes = JSON.stringify(large).length
/** Compressed in a stream rather than at once. */
const huge = { text: 'x'.repeat(1_000_000) }

/** A server with a good address, a slow one, broken ones and one that takes a body. */
async function serve(limits: Partial<MessageLimits> = {}) {
  const app = await createHttp({ log: pino({ level: 'silent' }), docsUrl: () => docsUrl, limits })
  app.get('/thing', (_request, reply) => reply.send({ good: true }))
  app.get('/things/:id', (_request, reply) => reply.send({ good: true }))
  app.get('/large', (_request, reply) => reply.send(large))
  app.get('/huge', (_request, reply) => reply.send(huge))
  app.get('/unchanged', (_request, reply) => reply.code(304).header('etag', '"a"').send())
  app.get('/large-later', async () => large)
  app.get('/slow', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return { good: true }
  })
  app.get('/broken', () => {
    throw new Error('secret')
  })
  app.get('/broken-later', () => Promise.reject(new Error('secret')))
  app.post('/post', (_request, reply) => reply.send({ good: true }))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    port: Number(port),
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** The headers of an answer without those that differ each time; a length that GET does not know HEAD cannot tell. */
function comparable(answer: string): string[] | undefined {
  const lines = answer.split('\r\n\r\n')[0]?.split('\r\n')
  return lines?.filter((line) => !/^(date|x-request-id|transfer-encoding):/i.test(line))
}

/** Writes `message` and reads until the server closes the connection. */
function exchange(port: number, message: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1', () => socket.write(message, 'latin1'))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  // A server that closes while we still write resets the connection; what it said before counts.
  socket.on('error', () => undefined).on('close', () => resolve(answer))
  return promise
}

function assertRefused(answer: string, status: number, code: string): void {
  assertEnvelope(answer, status, code)
  assert.match(answer, /^connection: close\r$/im)
  assert.equal(answer.match(/^HTTP\/1\.1 /gm)?.length, 1, answer)
}

function assertEnvelope(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer.slice(0, 300))
  assert.match(head, /^content-type: application\/json; charset=utf-8\r?$/im)
  assert.match(head, /^x-request-id: /im)
  assert.match(head, /^cache-control: no-store\r?$/im)
  assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}\\r?$`, 'im'))
  const { error } = ErrorEnvelope.parse(JSON.parse(body))
  assert.deepEqual(
    { ...error, message: '' },
    { code, message: '', status, docs: `${docsUrl}/errors/${code}` },
  )
}

function get(path: string, headers = 'X-Nothing: 1'): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`
}

function post(headers: string, body: string, type = 'application/json'): string {
  return `POST /post HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n${body}`
}

function closing(request: string): string {
  return request.replace('\r\nHost: a', '\r\nHost: a\r\nConnection: close')
}
