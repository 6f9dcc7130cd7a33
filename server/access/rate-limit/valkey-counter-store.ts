/** What callers have taken of all servers that share a Valkey server, or a Redis server, which speaks the same. */
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type CounterStore, CounterStoreError, type WindowUsage } from './counter-store.ts'
import { type AppliedPolicy, policyNamed } from './policies.ts'

/** Nobody waits longer: a count is one short command, and this server can count too. */
const patienceMs = 1000

/** Between two attempts to connect again. */
const reconnectMs = 1000

const connection = {
  protocol: 2,
  lazyConnect: true,
  // While it reads its files it says so to each count.
  enableReadyCheck: false,
  connectTimeout: patienceMs,
  commandTimeout: patienceMs,
  // A connection on which nothing comes back is closed with all that waits on it.
  socketTimeout: patienceMs,
  retryStrategy: () => reconnectMs,
  // Nothing is kept for later: it is counted here at once.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} as const

/** Counts under names that begin with that of the service and `rate_limit`, so that two services may share a server. */
export class ValkeyCounts implements CounterStore {
  readonly #client: Redis
  readonly #limiter: RateLimiterRedis
  /** Of the connection; what is thrown while there is none does not say why. */
  #problem: Error | null = null

  /** Connects, and goes on trying while the server is away. Throws CounterStoreError where it is there and lets nobody count. */
  static async open(url: string, service: string): Promise<ValkeyCounts> {
    const counts = new ValkeyCounts(new Redis(url.replace(/^valkey/, 'redis'), connection), service)
    const refusal = await counts.#refusal()
    if (refusal === null) return counts
    await counts[Symbol.asyncDispose]()
    throw new CounterStoreError(
      `VALKEY_URL leads to a server where nothing can be counted (${refusal.message}): see that the user, the password and the number of the database are right.`,
    )
  }

  private constructor(client: Redis, service: string) {
    this.#client = client
    client.on('error', (error) => (this.#problem = error))
    client.on('ready', () => (this.#problem = null))
    // Only its script is used: what is too much, `Limits` decides.
    this.#limiter = new RateLimiterRedis({
      storeClient: client,
      points: 0,
      duration: 0,
      keyPrefix: `${service}:rate_limit`,
    })
  }

  async add({ name, windowSeconds }: AppliedPolicy, caller: string, price: 0 | 1): Promise<WindowUsage> {
    const window = { customDuration: windowSeconds }
    try {
      const taken = await this.#limiter.penalty(`${name}:${caller}`, price, window)
      return { count: taken.consumedPoints, resetMs: taken.msBeforeNext }
    } catch (error) {
      throw this.#problem ?? (isUnsent(error) ? new Error('connection lost') : error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.disconnect()
  }

  /** What the server answers to a connection and a first look, where waiting changes nothing of it. */
  async #refusal(): Promise<Error | null> {
    const heard: Error[] = []
    const hear = (error: Error) => void heard.push(error)
    this.#client.on('error', hear)
    await this.#client.connect().catch(hear)
    await this.add(policyNamed('public'), 'nobody', 0).catch(hear)
    this.#client.off('error', hear)
    return heard.find(({ message }) => refusals.test(message)) ?? null
  }
}

/** As the client says that there is no connection for now. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Stream isn't writeable")
}

/** As a server says that it knows the caller too little, or not what is asked; that it has no room is no such answer. */
const refusals = /^(?:ERR(?! max number of clients)|NOAUTH|NOPERM|WRONGPASS)\b/
