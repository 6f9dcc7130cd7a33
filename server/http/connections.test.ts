/** The maximum number of connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { withConnectionClose, exchange, get, post, serve, statusesOf } from './small-server.fixture.ts'

describe('at the maximum number of connections', () => {
  for (const [kind, message] of Object.entries({
    'idle connections': '',
    'connections that send headers slowly': 'GET /thing HTTP/1.1\r\nHost',
    'connections that send a body slowly': post('Content-Length: 10', '{'),
    'keep-alive connections between requests': get('/thing'),
  })) {
    test(`the server closes the oldest of ${kind} to accept a new connection`, async () => {
      await using server = await serve({ connections: 5 })
      await using clients = await connectClients(server.port, message, 5)
      for (let sent = 0; sent < 3; sent++)
        assert.deepEqual(statusesOf(await exchange(server.port, withConnectionClose(get('/thing')))), [200])
      // The second and third request used the connection slot that the first one freed.
      await clients.untilOpen(4)
      assert.deepEqual(clients.open(), [false, true, true, true, true])
    })
  }

  test('the server refuses a new connection if all others have a pending request, and completes those requests', async () => {
    await using server = await serve({ connections: 5 })
    const pending = Array.from({ length: 5 }, () =>
      exchange(server.port, withConnectionClose(get('/released'))),
    )
    while (server.served.length < 5) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await exchange(server.port, withConnectionClose(get('/thing'))), '')
    server.release()
    for (const response of await Promise.all(pending)) assert.deepEqual(statusesOf(response), [200])
    assert.deepEqual(statusesOf(await exchange(server.port, withConnectionClose(get('/thing')))), [200])
  })
})

/** Opens `count` connections in sequence, each of which sends `message` and then stays idle. */
async function connectClients(port: number, message: string, count: number) {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    if (message !== '') socket.write(message)
    if (message === get('/thing')) await once(socket, 'data')
  }
  const open = () => sockets.map(({ destroyed }) => !destroyed)
  return {
    open,
    /** Resolves when this many connections remain open. */
    async untilOpen(expected: number): Promise<void> {
      for (const socket of sockets) socket.resume()
      while (open().filter(Boolean).length > expected) await new Promise((resolve) => setImmediate(resolve))
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
