/** Hostile frames: each gets an error frame or closes the socket of its own client, and affects no other client. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { chatSubprotocol, closeCodes } from '@careatlas/contract/chat-frames'
import { uuidV7 } from '@careatlas/contract/uuid-v7'
import { runChat, type RunningChat } from './chat-server.fixture.ts'

const envelope = (changes: object) =>
  JSON.stringify({ type: 'history.get', id: uuidV7(), ts: new Date().toISOString(), data: {}, ...changes })

/** Each gets an error frame. */
const invalidFrames: Readonly<Record<string, string>> = {
  'no JSON': 'hello',
  'a number': '1',
  'an array': '[]',
  'a depth of 10,000': '['.repeat(10_000) + ']'.repeat(10_000),
  'no type': envelope({ type: undefined }),
  'an id that is no UUIDv7': envelope({ id: 'a' }),
  'no data': envelope({ data: undefined }),
  'data that is a list': envelope({ data: [] }),
  'a text of 4,001 characters': envelope({
    type: 'message.send',
    data: { message_id: uuidV7(), text: 'a'.repeat(4001) },
  }),
  'a blank text': envelope({ type: 'message.send', data: { message_id: uuidV7(), text: ' \n' } }),
  'a text that is a number': envelope({ type: 'message.send', data: { message_id: uuidV7(), text: 1 } }),
  'a prototype': '{"__proto__":{"type":"message.send"},"data":{}}',
  'a limit of 51': envelope({ data: { limit: 51 } }),
  'a position of 32 bits': envelope({ data: { before_seq: 2 ** 31 } }),
}

describe('a frame', () => {
  let server: RunningChat
  before(async () => (server = await runChat()))
  after(() => server[Symbol.asyncDispose]())

  for (const [name, text] of Object.entries(invalidFrames))
    test(`with ${name} gets an error frame`, async () => {
      await using client = await server.connect()
      client.sendText(text)
      assert.equal((await client.next('error')).data.code, 'invalid_frame')
      client.send('ping', {})
      await client.next('pong')
    })

  test('of an unknown type, and unknown members, are ignored', async () => {
    await using client = await server.connect()
    client.sendText(envelope({ type: 'future.frame' }))
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, index]))
    client.sendText(envelope({ type: 'ping', data: members }))
    await client.next('pong')
    assert.ok(client.frames.every(({ type }) => type !== 'error'))
  })

  test('closes the socket after ten invalid ones', async () => {
    await using client = await server.connect()
    for (let count = 0; count < 11; count++) client.sendText('hello')
    assert.equal((await client.closed()).code, closeCodes.badFrame)
  })

  test('closes the socket if it is binary or larger than 64 KiB', async () => {
    for (const [frame, code] of [
      [Buffer.from('{}'), 1003],
      ['a'.repeat(64 * 1024 + 1), 1009],
    ] as const) {
      await using client = await server.connect()
      client.sendText(frame)
      assert.equal((await client.closed()).code, code)
    }
  })

  test('closes the socket of a client that floods, while others are answered', async () => {
    await using flooder = await server.connect()
    await using other = await server.connect()
    for (let count = 0; count < 10_000; count++) flooder.sendText(envelope({ type: 'ping' }))
    other.send('ping', {})
    await other.next('pong')
    assert.equal((await flooder.closed()).code, closeCodes.rateLimited)
  })

  for (const [name, opcode] of [
    ['pings', 0x89],
    ['pongs', 0x8a],
  ] as const)
    test(`closes the socket of a client that floods with ${name}`, async () => {
      const flood = Buffer.concat(Array.from({ length: 1000 }, () => masked(opcode, Buffer.alloc(0))))
      assert.equal(await sendRaw(server, flood), closeCodes.rateLimited)
    })

  for (const [name, bytes, code] of malformedMessages())
    test(`that is ${name} closes the socket with ${code}`, async () => {
      assert.equal(await sendRaw(server, bytes), code)
      assert.equal((await server.get('/v1/health')).status, 200)
    })
})

/** A frame with this first byte and a mask of zeros. */
function masked(first: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

/** Frames that violate RFC 6455, and the close codes of section 7.4.1. */
function malformedMessages(): readonly (readonly [string, Buffer, number])[] {
  return [
    ['not masked', Buffer.from([0x81, 1, 0x61]), 1002],
    ['no UTF-8', masked(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['marked with a reserved bit', masked(0xc1, Buffer.from('a')), 1002],
    [
      'announced with 2 to the power of 62 bytes',
      Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      1009,
    ],
  ]
}

/** Sends bytes after a handshake, and returns the code of the close frame. */
async function sendRaw({ url, client }: RunningChat, bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(url)
  using socket = connectRaw(Number(port), hostname)
  socket.write(
    [
      `GET /sdk/ws?partner=${client.partner}&key=${client.publicKey}&v=1 HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Origin: ${client.origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Sec-WebSocket-Protocol: ${chatSubprotocol}`,
      '\r\n',
    ].join('\r\n'),
  )
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    if (received.length === 0) socket.write(bytes)
    received.push(chunk)
  })
  await once(socket, 'close')
  const all = Buffer.concat(received)
  // A close frame of the server: opcode 8, its length, then the code.
  const start = all.lastIndexOf(0x88)
  return all.readUInt16BE(start + 2)
}

function connectRaw(port: number, host: string) {
  const socket = connect(port, host)
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() })
}
