/** Events reach the sockets of one server, and with PostgreSQL those of all servers, also after the database was unreachable. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { engines } from '../engines.fixture.ts'
import {
  type ConversationEvent,
  type ConversationEvents,
  openConversationEvents,
} from './conversation-events.ts'

/** The events that a subscriber has got. */
function record(events: ConversationEvents): readonly ConversationEvent[] {
  const received: ConversationEvent[] = []
  events.subscribe((event) => received.push(event))
  return received
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5)
}

function toText(events: readonly ConversationEvent[]): readonly string[] {
  return events.map((event) => JSON.stringify(event))
}

const grown = { conversationId: 'one', seq: 2 }
const deleted = { conversationId: 'two', deleted: true } as const

for (const { name, skip, createPlace } of engines)
  test(
    `${name}: events reach each subscriber of a server once and in order, until it unsubscribes`,
    { skip },
    async () => {
      await using events = await openConversationEvents(await createPlace())
      const received = record(events)
      const stopped: ConversationEvent[] = []
      {
        using _ = events.subscribe((event) => stopped.push(event))
        await events.publish(grown)
      }
      await events.publish(deleted)
      assert.deepEqual(received, [grown, deleted])
      assert.deepEqual(stopped, [grown])
    },
  )

/** A proxy that forwards to a database until `cut`; `isFrozen` forwards nothing, but keeps connections open. */
class DatabaseProxy implements AsyncDisposable {
  readonly #server = createServer((socket) => this.#accept(socket))
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  isOpen = true
  isFrozen = false
  accepted = 0

  static async start(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  private constructor(target: URL) {
    this.#target = target
  }

  get url(): string {
    const address = this.#server.address()
    const url = new URL(this.#target)
    url.port = typeof address === 'object' ? String(address?.port) : ''
    return url.href
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(socket: Socket): void {
    if (!this.isOpen) return void socket.destroy()
    this.accepted += 1
    const target = connect(Number(this.#target.port), this.#target.hostname)
    for (const [from, to] of [
      [socket, target],
      [target, socket],
    ] as const) {
      this.#sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (data) => void (this.isFrozen || to.write(data)))
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOpen = false
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

const { skip, createPlace } = engines[1]!

async function createUrl(): Promise<string> {
  const place = await createPlace()
  return 'url' in place ? place.url : ''
}

describe('events of servers that share a PostgreSQL database', { skip }, () => {
  test('reach the other servers in order, and the own subscribers once', async () => {
    const url = await createUrl()
    await using first = await openConversationEvents({ url })
    await using second = await openConversationEvents({ url })
    const [own, others] = [record(first), record(second)]
    for (let seq = 1; seq <= 20; seq += 1) await first.publish({ conversationId: 'one', seq })
    await second.publish(deleted)
    await waitFor(() => own.length === 21 && others.length === 21)
    const expected = Array.from({ length: 20 }, (_, index) => ({ conversationId: 'one', seq: index + 1 }))
    assert.deepEqual(own, [...expected, deleted])
    assert.deepEqual(new Set(toText(others)), new Set(toText(own)))
  })

  test('of another database do not arrive', async () => {
    await using first = await openConversationEvents({ url: await createUrl() })
    const url = await createUrl()
    await using second = await openConversationEvents({ url })
    await using third = await openConversationEvents({ url })
    const [ofSecond, ofThird] = [record(second), record(third)]
    await first.publish(grown)
    await second.publish(deleted)
    await waitFor(() => ofThird.length > 0)
    assert.deepEqual([ofSecond, ofThird], [[deleted], [deleted]])
  })

  test('that are malformed are ignored', async () => {
    const url = await createUrl()
    await using events = await openConversationEvents({ url })
    const received = record(events)
    const client = new Client(url)
    await client.connect()
    const send = (payload: string) =>
      client.query('SELECT pg_notify($1, $2)', ['careatlas_conversation', payload])
    for (const payload of ['', 'text', '{}', '[]', '{"sender":"x","event":{"conversationId":1,"seq":1}}'])
      await send(payload)
    await send(JSON.stringify({ sender: 'x', event: grown }))
    await client.end()
    await waitFor(() => received.length > 0)
    assert.deepEqual(received, [grown])
  })

  test('that were lost while a server was disconnected make all servers read again', async () => {
    const url = await createUrl()
    await using proxy = await DatabaseProxy.start(url)
    await using cutOff = await openConversationEvents({ url: proxy.url })
    await using other = await openConversationEvents({ url })
    const [ofCutOff, ofOther] = [record(cutOff), record(other)]
    proxy.isOpen = false
    proxy.cut()
    await cutOff.publish(grown)
    assert.deepEqual(toText(ofCutOff), toText([grown]), 'its own subscribers got it')
    await other.publish(deleted)
    proxy.isOpen = true
    await waitFor(() => ofCutOff.length > 1 && ofOther.length > 1)
    assert.deepEqual(ofCutOff, [grown, { missed: true }])
    assert.deepEqual(ofOther, [deleted, { missed: true }])
    await other.publish(grown)
    await waitFor(() => ofCutOff.length > 2)
    assert.deepEqual(ofCutOff.at(-1), grown)
  })

  test('continue on a new connection if the old one does not answer', async () => {
    const url = await createUrl()
    await using proxy = await DatabaseProxy.start(url)
    await using frozen = await openConversationEvents({ url: proxy.url })
    await using other = await openConversationEvents({ url })
    const ofOther = record(other)
    proxy.isFrozen = true
    await frozen.publish(grown)
    await frozen.publish(grown)
    proxy.isFrozen = false
    await waitFor(() => ofOther.some((event) => 'missed' in event))
    assert.ok(proxy.accepted > 1)
    await frozen.publish(deleted)
    await waitFor(() => ofOther.some((event) => 'deleted' in event))
  })

  test('do not keep a server from starting or stopping while the database is unreachable', async () => {
    await using proxy = await DatabaseProxy.start(await createUrl())
    proxy.isOpen = false
    await using events = await openConversationEvents({ url: proxy.url })
    const received = record(events)
    await events.publish(grown)
    assert.deepEqual(received, [grown])
    proxy.isOpen = true
    await waitFor(() => received.length > 1)
    assert.deepEqual(received, [grown, { missed: true }])
    proxy.isFrozen = true
  })
})
