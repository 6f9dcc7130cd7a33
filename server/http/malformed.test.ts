/** A malformed HTTP message gets one response, and the server ignores the rest of the connection. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { malformed, invalidBodies } from './malformed.fixture.ts'
import {
  assertRejected,
  withConnectionClose,
  exchange,
  get,
  post,
  serve,
  statusesOf,
} from './small-server.fixture.ts'

let server: Awaited<ReturnType<typeof serve>>
before(async () => {
  server = await serve()
})
after(() => server[Symbol.asyncDispose]())

describe('a malformed message', () => {
  for (const [title, message, status, code] of malformed) {
    test(`${title}: one ${status} ${code} in the envelope, and later requests of the connection are not served`, async () => {
      server.served.length = 0
      const hidden = get('/things/hidden')
      assertRejected(await exchange(server.port, message + hidden), status, code)
      assertRejected(await exchange(server.port, message), status, code)
      // The same applies after a valid request on the connection.
      const response = await exchange(server.port, get('/things/before') + message + hidden)
      const [first = '', second = ''] = response.split(/(?<!^)(?=HTTP\/1\.1 )/)
      assert.match(first, /^HTTP\/1\.1 200 /)
      assertRejected(second, status, code)
      assert.deepEqual(server.served, ['before'])
    })
  }

  for (const [encoding, bytes] of [
    ['UTF-8', '\u00c3\u00b1'],
    ['Latin-1', '\u00f1'],
  ])
    for (const [part, path] of [
      ['query', `/things?last_name=Pe${bytes}a`],
      ['path', `/things/Pe${bytes}a`],
    ])
      test(`with an unescaped ñ in ${encoding} in the ${part} of the URL gets a 400 that says how to escape it`, async () => {
        for (const earlier of ['', get('/things/before')]) {
          const response = await exchange(server.port, earlier + get(path ?? ''))
          const rejection = response.slice(response.lastIndexOf('HTTP/1.1 '))
          assertRejected(rejection, 400, 'bad_request')
          assert.match(rejection, /outside ASCII: .* percent escape, such as %C3%B1 for ñ\./)
        }
      })

  test('with another invalid character in the URL is only called malformed', async () => {
    const response = await exchange(server.port, get('/things/\u0001'))
    assertRejected(response, 400, 'bad_request')
    assert.match(response, /The HTTP message is malformed\./)
  })

  for (const [title, message, status, code] of invalidBodies) {
    test(`${title}: one ${status} ${code} in the envelope, then the connection closes`, async () => {
      assertRejected(await exchange(server.port, message + get('/things/next')), status, code)
    })
  }

  for (const path of ['/slow', '/released']) {
    test(`is rejected after the responses to earlier requests for ${path}`, async () => {
      for (const message of [
        'nonsense\r\n\r\n',
        malformedMessage('CONNECT'),
        malformedMessage('an unknown Expect'),
      ]) {
        await using separate = await serve()
        const response = exchange(separate.port, get(path) + get(path) + message)
        setImmediate(separate.release)
        const statuses = statusesOf(await response)
        assert.deepEqual(statuses.slice(0, 2), [200, 200])
        assert.ok(statuses.length === 3 && statuses[2]! >= 400, statuses.join())
      }
    })
  }
})

function malformedMessage(title: string): string {
  return malformed.find(([name]) => name === title)![1]
}

describe('an unusual but valid message', () => {
  for (const [title, message] of Object.entries({
    'Host with a port': get('/thing').replace('Host: a', 'Host: a:8080'),
    'Host with an IPv6 address': get('/thing').replace('Host: a', 'Host: [::1]:8080'),
    'an empty Host': get('/thing').replace('Host: a', 'Host:'),
    'HTTP/1.0 without Host': 'GET /thing HTTP/1.0\r\n\r\n',
    'an absolute URL in the request line': get('http://a/thing'),
    'chunked in mixed case': post('Transfer-Encoding: Chunked', '2\r\n{}\r\n0\r\n\r\n'),
    'a short chunk extension': post('Transfer-Encoding: chunked', '2;a=b\r\n{}\r\n0\r\n\r\n'),
    'a trailer': post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\nHost: b\r\n\r\n'),
    'Expect: 100-continue': post('Content-Length: 2\r\nExpect: 100-continue', '{}'),
  })) {
    test(`with ${title} is answered, and so is the next message`, async () => {
      const response = await exchange(server.port, `${message}${withConnectionClose(get('/thing'))}`)
      const finalStatuses = statusesOf(response).filter((status) => status !== 100)
      assert.deepEqual(finalStatuses, title.startsWith('HTTP/1.0') ? [200] : [200, 200])
    })
  }

  test('with an Upgrade header is answered without an upgrade', async () => {
    const message = get('/thing', 'Connection: close, Upgrade\r\nUpgrade: h2c')
    assert.deepEqual(statusesOf(await exchange(server.port, message)), [200])
  })
})
