import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { reservePort } from './reserve-port.ts'

const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

async function exchange(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''))
  socket.on('error', () => undefined)
  socket.write(request)
  return text(socket).catch(() => '')
}

for (const host of ['127.0.0.1', '0.0.0.0', '::', 'localhost'])
  test(`port 0 of ${host} has a URL immediately, and gets no response before open`, async () => {
    await using app = { server: fastify(), [Symbol.asyncDispose]: () => app.server.close() }
    app.server.get('/', () => 'good')
    await using reserved = await reservePort({ host, port: 0 })
    assert.match(reserved.url, /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d*$/)
    assert.equal(await exchange(reserved.url), '')
    await reserved.open(app.server)
    assert.match(await exchange(reserved.url), /^HTTP\/1\.1 200/)
    await app.server.close()
    await assert.rejects(fetch(reserved.url))
  })

test('a reserved port is in use until disposal, and free afterwards', async () => {
  const first = await reservePort({ host: '127.0.0.1', port: 0 })
  const address = { host: '127.0.0.1', port: Number(new URL(first.url).port) }
  await assert.rejects(reservePort(address), { name: 'ListenError', code: 'EADDRINUSE' })
  await first[Symbol.asyncDispose]()
  await (await reservePort(address))[Symbol.asyncDispose]()
  const socket = connect(address.port, address.host)
  await once(socket, 'error')
})
