/**
 * Notifies all servers that a conversation has grown or was deleted. Events may be lost, so they have no messages: what a socket shows is
 * read from the state.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod'
import type { StatePlace } from '../state.ts'

const conversationId = z.string()
const ConversationEvent = z.union([
  z.object({ conversationId, seq: z.int() }),
  z.object({ conversationId, deleted: z.literal(true) }),
  /** Events may have been lost; every conversation may have grown. */
  z.object({ missed: z.literal(true) }),
])

export type ConversationEvent = Readonly<z.infer<typeof ConversationEvent>>

export interface ConversationEvents extends AsyncDisposable {
  /** Calls the listeners of this server, then notifies the other servers. Resolves also if this fails. */
  publish(event: ConversationEvent): Promise<void>
  subscribe(listener: (event: ConversationEvent) => void): Disposable
}

/** Events of one process, or of all servers that share a PostgreSQL database. */
export async function openConversationEvents(place: StatePlace): Promise<ConversationEvents> {
  if ('folder' in place) return new LocalEvents()
  const events = new PostgresEvents(place.url)
  await events.firstAttempt
  return events
}

class LocalEvents implements ConversationEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0)

  async publish(event: ConversationEvent): Promise<void> {
    this.#emitter.emit('event', event)
  }

  subscribe(listener: (event: ConversationEvent) => void): Disposable {
    this.#emitter.on('event', listener)
    return { [Symbol.dispose]: () => void this.#emitter.off('event', listener) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#emitter.removeAllListeners()
  }
}

const channel = 'careatlas_conversation'

/** The delay before a new attempt to connect. */
const reconnectMs = 1000

/** A connection that does not answer within this time is replaced, because a broken one may report no error. */
const queryTimeoutMs = 2000

/** How often the connection is checked. */
const checkIntervalMs = 10_000

const closeTimeoutMs = 1000

interface Connection {
  readonly client: Client
  /** Ends it, so that a new connection is opened. */
  readonly replace: () => void
}

/** An event on the channel, with the server that sent it and has already delivered it to its listeners. */
const Notification = z.object({ sender: z.string(), event: ConversationEvent })

/** Listens on a connection of its own, because the connections of the pool are shared, and connects again after a failure. */
class PostgresEvents implements ConversationEvents {
  readonly #url: string
  readonly #server = randomUUID()
  readonly #local = new LocalEvents()
  readonly #closing = new AbortController()
  readonly #done: Promise<void>
  readonly #first = Promise.withResolvers<void>()
  /** Null while there is no connection. */
  #connection: Connection | null = null
  /** Whether other servers miss an event of this one. */
  #hasUnsent = false

  constructor(url: string) {
    this.#url = url
    this.#done = this.#run()
  }

  /** Resolves after the first attempt to connect, successful or not. */
  get firstAttempt(): Promise<void> {
    return this.#first.promise
  }

  async publish(event: ConversationEvent): Promise<void> {
    await this.#local.publish(event)
    await this.#notify(event)
  }

  subscribe(listener: (event: ConversationEvent) => void): Disposable {
    return this.#local.subscribe(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#done
    await this.#local[Symbol.asyncDispose]()
  }

  /** Keeps a connection until disposal. */
  async #run(): Promise<void> {
    const { signal } = this.#closing
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      await this.#connectAndListen(isFirst).catch(() => undefined)
      this.#first.resolve()
      await pause(reconnectMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Resolves or rejects when the connection has ended or is broken. */
  async #connectAndListen(isFirst: boolean): Promise<void> {
    const broken = Promise.withResolvers<true>()
    const client = new Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    client.on('error', () => broken.resolve(true))
    client.once('end', () => broken.resolve(true))
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      this.#connection = { client, replace: () => broken.resolve(true) }
      this.#first.resolve()
      if (!isFirst) await this.#catchUp()
      await this.#checkUntil(broken.promise, client)
    } finally {
      this.#connection = null
      // A broken connection may never confirm its end.
      await Promise.race([client.end(), pause(closeTimeoutMs, undefined, { ref: false })])
    }
  }

  /** After a gap, all servers read the conversations that they show. */
  async #catchUp(): Promise<void> {
    await this.#local.publish({ missed: true })
    if (!this.#hasUnsent) return
    this.#hasUnsent = false
    await this.#notify({ missed: true })
  }

  async #checkUntil(broken: Promise<true>, client: Client): Promise<void> {
    const { signal } = this.#closing
    while (!(await Promise.race([broken, pause(checkIntervalMs, false, { signal, ref: false })])))
      await client.query('SELECT 1')
  }

  async #notify(event: ConversationEvent): Promise<void> {
    const connection = this.#connection
    const payload = JSON.stringify({ sender: this.#server, event })
    try {
      if (connection === null) throw new Error('not connected')
      await connection.client.query('SELECT pg_notify($1, $2)', [channel, payload])
    } catch {
      this.#hasUnsent = true
      // Further events do not wait for this connection.
      if (this.#connection === connection) this.#connection = null
      connection?.replace()
    }
  }

  #receive(payload: string): void {
    const parsed = Notification.safeParse(parseJson(payload))
    if (parsed.success && parsed.data.sender !== this.#server) void this.#local.publish(parsed.data.event)
  }
}

/** Other applications of the database may send anything on the channel. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
