/** The server disconnects a client that is slow to send or to read, and serves other clients meanwhile. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import {
  assertRejected,
  withConnectionClose,
  exchange,
  get,
  largeBytes,
  post,
  serve,
  statusesOf,
} from './small-server.fixture.ts'

const fast = { headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20 }

describe('a slow sender', () => {
  for (const [part, message] of Object.entries({
    headers: 'GET /thing HTTP/1.1\r\nHo',
    'a request line': 'G',
    'a body': post('Content-Length: 10', '{'),
    chunks: post('Transfer-Encoding: chunked', '5\r\n{'),
    'a body after 100 Continue': post('Content-Length: 10\r\nExpect: 100-continue', ''),
  })) {
    test(`of ${part} gets 408 and is disconnected`, async () => {
      await using server = await serve(fast)
      const [, response = ''] =
        /^(?:HTTP\/1.1 100 Continue\r\n\r\n)?([^]*)$/.exec(await exchange(server.port, message)) ?? []
      assertRejected(response, 408, 'request_timeout')
    })
  }

  for (const [what, message, expected] of [
    ['whose headers are late', 'GET /thing HTTP/1.1\r\nHo', /^HTTP\/1\.1 408 /],
    ['that sends an invalid message', 'BREW\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'whose upgrade is refused',
      get('/thing', 'Connection: upgrade\r\nUpgrade: websocket'),
      /^HTTP\/1\.1 (?!101)/,
    ],
  ] as const)
    test(
      `${what} is disconnected even if it never closes its side`,
      { timeout: 10_000 },
      async ({ signal }) => {
        await using server = await serve({ ...fast, lingerMs: 50 })
        using client = await halfOpen(server.port, message, signal)
        assert.match(client.response, expected)
        await server.untilDisconnected()
      },
    )

  test('that sends nothing is disconnected', async () => {
    // With the default timeouts of requests: on a busy machine, a short one could expire first and send 408.
    await using server = await serve({ idleTimeoutMs: 50 })
    assert.equal(await exchange(server.port, ''), '')
  })

  test('that never finishes its request is disconnected; 300 of them do not delay other clients', async () => {
    await using server = await serve({ ...fast, headersTimeoutMs: 1000, requestTimeoutMs: 1500 })
    const slow = Array.from({ length: 300 }, (_, n) =>
      trickle(server.port, n % 2 ? get('/thing', `X: ${'x'.repeat(999)}`) : post('Content-Length: 999', '{')),
    )
    const all = Promise.all(slow)
    const slowClients = { areConnected: true }
    void all.then(() => (slowClients.areConnected = false))
    let served = 0
    while (slowClients.areConnected) {
      assert.deepEqual(statusesOf(await exchange(server.port, withConnectionClose(get('/thing')))), [200])
      served += 1
    }
    for (const response of await all) assertRejected(response, 408, 'request_timeout')
    assert.ok(served > 10, `${served} served meanwhile`)
  })
})

/** Sends `message`, reads until the server ends its side, and then continues to send bytes. */
async function halfOpen(port: number, message: string, signal: AbortSignal) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, signal })
  socket.on('error', () => undefined)
  socket.write(message)
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  await once(socket, 'end')
  const sending = setInterval(() => socket.write(' '), 10)
  return {
    response,
    [Symbol.dispose]() {
      clearInterval(sending)
      socket.destroy()
    },
  }
}

/** Sends the first 50 bytes of `message` at once and then one byte at a time. Resolves with the response. */
function trickle(port: number, message: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let [sent, response] = [50, '']
  const socket = connect(port, '127.0.0.1')
  socket.write(message.slice(0, sent))
  const sending = setInterval(() => socket.write(message.charAt(sent++) || ' '), 50)
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(sending)
    resolve(response)
  })
  return promise
}

describe('a client that sends requests but does not read', () => {
  for (const path of ['/large', '/large-later'] as const) {
    test(`is disconnected without responses to its last requests: ${path}`, async () => {
      await using server = await serve({ unsentBytes: 5 * largeBytes })
      const response = await exchange(server.port, get(path).repeat(999) + withConnectionClose(get(path)))
      const count = statusesOf(response).length
      assert.ok(count <= 6, `${count} responses`)
      assert.match(
        await exchange(server.port, withConnectionClose(get(path))),
        /^HTTP\/1\.1 200 /,
        'others are served',
      )
    })
  }

  test('is not confused with a client that sends many requests and reads each response', async () => {
    await using server = await serve({ unsentBytes: largeBytes })
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(server.port, '127.0.0.1', () => socket.write(get('/large')))
    let count = 0
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (!text.endsWith('"}')) return
      count += 1
      if (count === 50) socket.end()
      else socket.write(get('/large'))
    })
    socket.on('close', () => resolve())
    await promise
    assert.equal(count, 50)
  })

  test('is disconnected after the idle timeout', async () => {
    await using server = await serve({ idleTimeoutMs: 200 })
    using _ = await startReading(server.port, { everyMs: null })
    await server.untilDisconnected()
  })

  test('is disconnected even if it reads a few bytes now and then', async () => {
    await using server = await serve({ unreadTimeoutMs: 300, timeoutCheckMs: 20 })
    using reader = await startReading(server.port, { everyMs: 20 })
    await server.untilDisconnected()
    assert.ok(reader.chunks() > 2, `read ${reader.chunks()} times`)
  })

  test('is not confused with a client that reads a large response continuously', async () => {
    await using server = await serve({ unreadTimeoutMs: 100, timeoutCheckMs: 20, idleTimeoutMs: 1000 })
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        exchange(server.port, withConnectionClose(get('/huge', 'Accept-Encoding: identity'))),
      ),
    )
    for (const response of responses) assert.ok(response.length > 1_000_000)
  })
})

/** Requests an endless response and reads one byte of it every `everyMs`; null: never. */
async function startReading(port: number, { everyMs }: { readonly everyMs: number | null }) {
  let chunks = 0
  const socket = connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write(get('/endless', 'Accept-Encoding: identity'))
  const read = () => {
    if (socket.read(1) !== null) chunks += 1
  }
  const timer = everyMs === null ? undefined : setInterval(read, everyMs)
  socket.on('error', () => undefined)
  return {
    chunks: () => chunks,
    [Symbol.dispose]() {
      clearInterval(timer)
      socket.destroy()
    },
  }
}
