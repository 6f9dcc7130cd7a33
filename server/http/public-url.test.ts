import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { createPublicUrl } from './public-url.ts'

const listeningUrl = 'http://127.0.0.1:8080'

function urlFor(
  host: string,
  {
    baseUrl = null,
    localAddress = '127.0.0.1',
    protocol = 'http',
  }: { baseUrl?: string | null; localAddress?: string; protocol?: string } = {},
): string {
  const socket = { localAddress } as Socket
  return createPublicUrl(
    { baseUrl, host: 'atlas.internal' },
    listeningUrl,
  )({ headers: { host }, protocol: protocol as 'http', socket })
}

describe('without BASE_URL, the public URL is', () => {
  for (const host of ['127.0.0.1:8080', 'localhost:8080', 'localhost:9000', '[::1]:8080', '127.0.0.2'])
    test(`the loopback address ${host} of the request`, () => assert.equal(urlFor(host), `http://${host}`))
  test('the address that the client connected to', () => {
    assert.equal(urlFor('10.1.2.3:8080', { localAddress: '10.1.2.3' }), 'http://10.1.2.3:8080')
    assert.equal(urlFor('10.1.2.3:8080', { localAddress: '::ffff:10.1.2.3' }), 'http://10.1.2.3:8080')
    assert.equal(urlFor('[fd00::1]:80', { localAddress: 'fd00::1' }), 'http://[fd00::1]')
  })
  test('the name in HOST', () => assert.equal(urlFor('atlas.internal:8080'), 'http://atlas.internal:8080'))
  for (const host of ['evil.example', '10.1.2.4:8080', 'localhost.evil.example', '', 'a b', ':8080'])
    test(`the listening address for Host ${JSON.stringify(host)}`, () =>
      assert.equal(urlFor(host), listeningUrl))
  test('the listening address for a message that could not be parsed', () =>
    assert.equal(createPublicUrl({ baseUrl: null, host: '127.0.0.1' }, listeningUrl)(null), listeningUrl))
})

test('a protocol of X-Forwarded-Proto other than https counts as http', () => {
  assert.equal(urlFor('127.0.0.1:80', { protocol: 'https' }), 'https://127.0.0.1:80')
  for (const protocol of ['file', 'javascript', 'ftp', 'ws', ''])
    assert.equal(urlFor('127.0.0.1:8080', { protocol }), 'http://127.0.0.1:8080')
})

test('with BASE_URL, the Host header has no effect', () => {
  for (const host of ['localhost:8080', 'evil.example'])
    assert.equal(urlFor(host, { baseUrl: 'https://a.example' }), 'https://a.example')
})
