/** Counters that several servers share, in a Valkey or Redis server. */
import { Redis } from 'ioredis'
import { type CounterStore, CounterStoreError, type WindowUsage } from './counter-store.ts'
import { type AppliedPolicy, getPolicy } from './policies.ts'

/** Short, because the server can count in memory instead. */
const timeoutMs = 1000

/** The pause between two attempts to connect. */
const reconnectMs = 1000

const connection = {
  protocol: 2,
  lazyConnect: true,
  // The client need not wait until the server has loaded its data: until then, each count fails with an error.
  enableReadyCheck: false,
  connectTimeout: timeoutMs,
  commandTimeout: timeoutMs,
  // Closes a connection on which no response arrives; its commands fail.
  socketTimeout: timeoutMs,
  retryStrategy: () => reconnectMs,
  // Commands fail at once without a connection, and the request is counted in memory.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} as const

/** Opens a window unless one is open, adds to it, and returns its count and its remaining milliseconds. */
const lua = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return { redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1]) }`

interface CountingRedis extends Redis {
  addToWindow(key: string, cost: number, seconds: number): Promise<readonly [count: number, resetMs: number]>
}

/** Keys begin with the name of the service and `rate_limit`, so that several services can share a Valkey server. */
export class ValkeyCounterStore implements CounterStore {
  readonly #client: CountingRedis
  readonly #keyPrefix: string
  /** The last connection error, because the error of a command without a connection does not state the cause. */
  #connectionError: Error | null = null

  /** Connects, and keeps trying while the server is unreachable. Rejects with CounterStoreError if it refuses to count. */
  static async open(url: string, service: string): Promise<ValkeyCounterStore> {
    const counts = new ValkeyCounterStore(url.replace(/^valkey/, 'redis'), service)
    const permanentError = await counts.#findPermanentError()
    if (permanentError === null) return counts
    await counts[Symbol.asyncDispose]()
    throw new CounterStoreError(
      `VALKEY_URL leads to a server that refuses to count (${permanentError.message}): check the user, the password and the database number.`,
    )
  }

  private constructor(url: string, service: string) {
    const scripts = { addToWindow: { numberOfKeys: 1, lua } }
    this.#client = new Redis(url, { ...connection, scripts }) as CountingRedis
    this.#client.on('error', (error) => (this.#connectionError = error))
    this.#client.on('ready', () => (this.#connectionError = null))
    this.#keyPrefix = `${service}:rate_limit:`
  }

  async add({ name, windowSeconds }: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    try {
      const key = `${this.#keyPrefix}${name}:${caller}`
      const [count, resetMs] = await this.#client.addToWindow(key, cost, windowSeconds)
      return { count, resetMs }
    } catch (error) {
      throw this.#connectionError ?? (isNotConnected(error) ? new Error('connection lost') : error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.disconnect()
  }

  /** Connects and counts once, and returns the first error that a retry cannot fix. */
  async #findPermanentError(): Promise<Error | null> {
    const errors: Error[] = []
    const collect = (error: Error) => void errors.push(error)
    this.#client.on('error', collect)
    await this.#client.connect().catch(collect)
    await this.add(getPolicy('public'), 'none', 0).catch(collect)
    this.#client.off('error', collect)
    return errors.find(({ message }) => permanentErrorPattern.test(message)) ?? null
  }
}

/** Whether the command failed because the client has no connection. */
function isNotConnected(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Stream isn't writeable")
}

/** Errors of authentication, privileges and commands; only "max number of clients" is temporary. */
const permanentErrorPattern = /^(?:ERR(?! max number of clients)|NOAUTH|NOPERM|WRONGPASS)\b/
