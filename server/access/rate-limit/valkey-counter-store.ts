/** Counters that several servers share, in a Valkey or Redis server. */
import { Redis } from 'ioredis'
import { type CounterStore, CounterStoreError, type WindowUsage } from './counter-store.ts'
import { type AppliedPolicy, policyNamed } from './policies.ts'

/** Short, because this server can count in memory instead. */
const timeoutMs = 1000

/** The pause between two attempts to connect. */
const reconnectMs = 1000

const connection = {
  protocol: 2,
  lazyConnect: true,
  // A server that loads its files answers each count with an error.
  enableReadyCheck: false,
  connectTimeout: timeoutMs,
  commandTimeout: timeoutMs,
  // A silent connection is closed, and its commands fail.
  socketTimeout: timeoutMs,
  retryStrategy: () => reconnectMs,
  // No command is queued: the request is counted in memory at once.
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

/** The keys begin with the name of the service and `rate_limit`, so two services may share a server. */
export class ValkeyCounts implements CounterStore {
  readonly #client: CountingRedis
  readonly #keyPrefix: string
  /** The last connection error; a command without a connection fails without the reason. */
  #problem: Error | null = null

  /** Connects, and keeps trying while the server is unreachable. Rejects with CounterStoreError if it refuses to count. */
  static async open(url: string, service: string): Promise<ValkeyCounts> {
    const counts = new ValkeyCounts(url.replace(/^valkey/, 'redis'), service)
    const refusal = await counts.#refusal()
    if (refusal === null) return counts
    await counts[Symbol.asyncDispose]()
    throw new CounterStoreError(
      `VALKEY_URL leads to a server that refuses to count (${refusal.message}): check the user, the password and the database number.`,
    )
  }

  private constructor(url: string, service: string) {
    const scripts = { addToWindow: { numberOfKeys: 1, lua } }
    this.#client = new Redis(url, { ...connection, scripts }) as CountingRedis
    this.#client.on('error', (error) => (this.#problem = error))
    this.#client.on('ready', () => (this.#problem = null))
    this.#keyPrefix = `${service}:rate_limit:`
  }

  async add({ name, windowSeconds }: AppliedPolicy, caller: string, cost: 0 | 1): Promise<WindowUsage> {
    try {
      const key = `${this.#keyPrefix}${name}:${caller}`
      const [count, resetMs] = await this.#client.addToWindow(key, cost, windowSeconds)
      return { count, resetMs }
    } catch (error) {
      throw this.#problem ?? (isUnsent(error) ? new Error('connection lost') : error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.disconnect()
  }

  /** A permanent error of the connection or of a first count. */
  async #refusal(): Promise<Error | null> {
    const errors: Error[] = []
    const collect = (error: Error) => void errors.push(error)
    this.#client.on('error', collect)
    await this.#client.connect().catch(collect)
    await this.add(policyNamed('public'), 'none', 0).catch(collect)
    this.#client.off('error', collect)
    return errors.find(({ message }) => refusals.test(message)) ?? null
  }
}

/** The error of the client while it has no connection. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Stream isn't writeable")
}

/** Errors of authentication, privileges and commands; "too many clients" is temporary. */
const refusals = /^(?:ERR(?! max number of clients)|NOAUTH|NOPERM|WRONGPASS)\b/
