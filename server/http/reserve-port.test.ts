import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { reservePort } from './reserve-port.ts'

const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

async function answerOf(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''))
  socket.on('error', () => undefined)
  socket.write(request)
  return text(socket).catch(() => '')
}

for (const host of ['127.0.0.1', '0.0.0.0', 'localhost'])
  test(`port 0 of ${host} has a URL immediately, and nothing is answered before open`, async () => {
    await using app = { it: fastify(), [Symbol.asyncDispose]: () => app.it.close() }
    app.it.get('/', () => 'good')
    await using reserved = await reservePort({ host, port: 0 })
    assert.match(reserved.url, /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d*$/)
    assert.equal(await answerOf(reserved.url), '')
    await reserved.open(app.it)
    assert.match(await answerOf(reserved.url), /^HTTP\/1\.1 200/)
    await app.it.close()
    await assert.rejects(fetch(reserved.url))
  })

test('a reserved port is free again after disposal, and taken until then', async () => {
  const first = await reservePort({ host: '127.0.0.1', port: 0 })
  const place = { host: '127.0.0.1', port: Number(new URL(first.url).port) }
  await assert.rejects(reservePort(place), { name: 'ListenError', code: 'EADDRINUSE' })
  await first[Symbol.asyncDispose]()
  await (await reservePort(place))[Symbol.asyncDispose]()
  const socket = connect(place.port, place.host)
  await once(socket, 'error')
})
