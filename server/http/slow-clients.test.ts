/** The server disconnects a client that is slow to send or to read, and answers other clients meanwhile. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import {
  assertRefused,
  closing,
  exchange,
  get,
  largeBytes,
  post,
  serve,
  statusesOf,
} from './small-server.fixture.ts'

const fast = { headersTimeoutMs: 100, requestTimeoutMs: 200, timeoutCheckMs: 20 }

describe('a slow sender', () => {
  for (const [what, message] of Object.entries({
    headers: 'GET /thing HTTP/1.1\r\nHo',
    'a first line': 'G',
    'a body': post('Content-Length: 10', '{'),
    chunks: post('Transfer-Encoding: chunked', '5\r\n{'),
    'a body after 100 Continue': post('Content-Length: 10\r\nExpect: 100-continue', ''),
  })) {
    test(`of ${what} gets 408 and is disconnected`, async () => {
      await using server = await serve(fast)
      const [, answer = ''] =
        /^(?:HTTP\/1.1 100 Continue\r\n\r\n)?([^]*)$/.exec(await exchange(server.port, message)) ?? []
      assertRefused(answer, 408, 'request_timeout')
    })
  }

  test('that sends nothing is disconnected', async () => {
    await using server = await serve({ ...fast, idleTimeoutMs: 50 })
    assert.equal(await exchange(server.port, ''), '')
  })

  test('that never finishes is disconnected, as are 300 of them, while other clients are served', async () => {
    await using server = await serve({ ...fast, headersTimeoutMs: 1000, requestTimeoutMs: 1500 })
    const slow = Array.from({ length: 300 }, (_, n) =>
      trickle(server.port, n % 2 ? get('/thing', `X: ${'x'.repeat(999)}`) : post('Content-Length: 999', '{')),
    )
    const all = Promise.all(slow)
    const senders = { areConnected: true }
    void all.then(() => (senders.areConnected = false))
    let served = 0
    while (senders.areConnected) {
      assert.deepEqual(statusesOf(await exchange(server.port, closing(get('/thing')))), [200])
      served += 1
    }
    for (const answer of await all) assertRefused(answer, 408, 'request_timeout')
    assert.ok(served > 10, `${served} served meanwhile`)
  })
})

/** Sends the first 50 bytes of `message` at once and then one byte at a time. Resolves with the response. */
function trickle(port: number, message: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let [sent, answer] = [50, '']
  const socket = connect(port, '127.0.0.1')
  socket.write(message.slice(0, sent))
  const sending = setInterval(() => socket.write(message.charAt(sent++) || ' '), 50)
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(sending)
    resolve(answer)
  })
  return promise
}

describe('a client that sends requests but does not read', () => {
  for (const path of ['/large', '/large-later'] as const) {
    test(`is disconnected without responses to its last requests: ${path}`, async () => {
      await using server = await serve({ unsentBytes: 5 * largeBytes })
      const answer = await exchange(server.port, get(path).repeat(999) + closing(get(path)))
      const answers = statusesOf(answer).length
      assert.ok(answers <= 6, `${answers} answers`)
      assert.match(await exchange(server.port, closing(get(path))), /^HTTP\/1\.1 200 /, 'others are served')
    })
  }

  test('is distinguished from a client that sends many requests and reads each response', async () => {
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

  test('is disconnected after the idle timeout', async () => {
    await using server = await serve({ idleTimeoutMs: 200 })
    using _ = await reading(server.port, { everyMs: null })
    await server.left()
  })

  test('is disconnected even if it reads a few bytes now and then', async () => {
    await using server = await serve({ unreadTimeoutMs: 300, timeoutCheckMs: 20 })
    using reader = await reading(server.port, { everyMs: 20 })
    await server.left()
    assert.ok(reader.pieces() > 2, `read ${reader.pieces()} times`)
  })

  test('is distinguished from a client that reads a large response continuously', async () => {
    await using server = await serve({ unreadTimeoutMs: 100, timeoutCheckMs: 20, idleTimeoutMs: 1000 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        exchange(server.port, closing(get('/huge', 'Accept-Encoding: identity'))),
      ),
    )
    for (const answer of answers) assert.ok(answer.length > 1_000_000)
  })
})

/** Requests an endless response and reads a byte of it every `everyMs`, or never. */
async function reading(port: number, { everyMs }: { readonly everyMs: number | null }) {
  let pieces = 0
  const socket = connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write(get('/endless', 'Accept-Encoding: identity'))
  const read = () => {
    if (socket.read(1) !== null) pieces += 1
  }
  const timer = everyMs === null ? undefined : setInterval(read, everyMs)
  socket.on('error', () => undefined)
  return {
    pieces: () => pieces,
    [Symbol.dispose]() {
      clearInterval(timer)
      socket.destroy()
    },
  }
}
