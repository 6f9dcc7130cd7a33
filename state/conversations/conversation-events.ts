/**
 * Tells the sockets of all servers that a conversation has grown or was deleted. Events are hints that may be lost: what a socket shows
 * is read from the state.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { StatePlace } from '../state.ts'

export type ConversationEvent =
  | { readonly conversationId: string; readonly seq: number }
  | { readonly conversationId: string; readonly deleted: true }
  /** Events may have been lost; every conversation may have grown. */
  | { readonly missed: true }

export interface ConversationEvents extends AsyncDisposable {
  /** Resolves also if the event could not be sent to other servers. */
  publish(event: ConversationEvent): Promise<void>
  subscribe(listener: (event: ConversationEvent) => void): Disposable
}

/** Events of one process, or of all servers that share a PostgreSQL database. */
export async function openConversationEvents(place: StatePlace): Promise<ConversationEvents> {
  return 'url' in place ? new PostgresEvents(place.url) : new LocalEvents()
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
const reconnectMs = 1000

/** Listens on a connection of its own, and connects again after a failure. */
class PostgresEvents implements ConversationEvents {
  readonly #url: string
  readonly #local = new LocalEvents()
  readonly #connected: Promise<void>
  #client: Client | null = null
  #isClosing = false

  constructor(url: string) {
    this.#url = url
    this.#connected = this.#connect()
  }

  async publish(event: ConversationEvent): Promise<void> {
    await this.#connected
    // The notification also reaches this server.
    await this.#client
      ?.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(event)])
      .catch(() => undefined)
  }

  subscribe(listener: (event: ConversationEvent) => void): Disposable {
    return this.#local.subscribe(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    await this.#connected
    await this.#client?.end().catch(() => undefined)
    await this.#local[Symbol.asyncDispose]()
  }

  /** Resolves when the first attempt has ended; further attempts follow in the background. */
  async #connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 5000 })
    client.on(
      'notification',
      ({ payload }) => void this.#local.publish(JSON.parse(payload ?? '{}') as ConversationEvent),
    )
    client.on('error', () => undefined)
    client.once('end', () => {
      this.#client = null
      void this.#reconnect()
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
      this.#client = client
    } catch {
      void client.end().catch(() => undefined)
    }
  }

  async #reconnect(): Promise<void> {
    await pause(reconnectMs, undefined, { ref: false })
    if (this.#isClosing) return
    await this.#connect()
    if (this.#client !== null) await this.#local.publish({ missed: true })
  }
}
