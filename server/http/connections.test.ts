/** As many connections as there may be, and no more. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { closing, exchange, get, post, serve, statusesOf } from './small-server.fixture.ts'

describe('where all connections are taken', () => {
  for (const [by, message] of Object.entries({
    'silent ones': '',
    'slow senders of headers': 'GET /thing HTTP/1.1\r\nHost',
    'slow senders of bodies': post('Content-Length: 10', '{'),
    'those that wait between two requests': get('/thing'),
  })) {
    test(`by ${by}, the oldest makes room for the next`, async () => {
      await using server = await serve({ connections: 5 })
      await using crowd = await crowdAt(server.port, message, 5)
      for (let asked = 0; asked < 3; asked++)
        assert.deepEqual(statusesOf(await exchange(server.port, closing(get('/thing')))), [200])
      // The second and third found the place that was left.
      await crowd.settled(4)
      assert.deepEqual(crowd.open(), [false, true, true, true, true])
    })
  }

  test('by requests that are being answered, the next is turned away, and they are answered', async () => {
    await using server = await serve({ connections: 5 })
    const waiting = Array.from({ length: 5 }, () => exchange(server.port, closing(get('/released'))))
    while (server.served.length < 5) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await exchange(server.port, closing(get('/thing'))), '')
    server.release()
    for (const answer of await Promise.all(waiting)) assert.deepEqual(statusesOf(answer), [200])
    assert.deepEqual(statusesOf(await exchange(server.port, closing(get('/thing')))), [200])
  })
})

/** Clients that connect one after the other, send `message` and wait. */
async function crowdAt(port: number, message: string, count: number) {
  const sockets: Socket[] = []
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    if (message !== '') socket.write(message)
    if (message === get('/thing')) await once(socket, 'data')
  }
  const open = () => sockets.map(({ destroyed }) => !destroyed)
  return {
    open,
    /** Resolves when this many are left. */
    async settled(left: number): Promise<void> {
      for (const socket of sockets) socket.resume()
      while (open().filter(Boolean).length > left) await new Promise((resolve) => setImmediate(resolve))
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
