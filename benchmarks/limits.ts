/**
 * The time to count a request in each store, compared with the minimum work in that store; and the memory for a million callers,
 * compared with the memory store of rate-limiter-flexible.
 * Usage: `bin/node --expose-gc benchmarks/limits.ts [rounds] [callers in memory] [callers per round]`
 */
import type { CounterStore } from '@careatlas/server/access/rate-limit/counter-store'
import { MemoryCounterStore } from '@careatlas/server/access/rate-limit/memory-counter-store'
import { getPolicy } from '@careatlas/server/access/rate-limit/policies'
import { PostgresCounterStore } from '@careatlas/server/access/rate-limit/postgres-counter-store'
import { ValkeyCounterStore } from '@careatlas/server/access/rate-limit/valkey-counter-store'
import { ValkeyServer } from '@careatlas/server/access/rate-limit/valkey-server.fixture'
import { PostgresCluster } from '@careatlas/state/postgres-cluster.fixture'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'

const [rounds = 5, memoryCallers = 1_000_000, callers = 1000] = process.argv.slice(2).map(Number)
const policy = getPolicy('search')

console.log(`Node ${process.version}; ${rounds} rounds of ${callers} callers each, alternating; µs\n`)
await measureCountTimes()
console.log(`\n${memoryCallers.toLocaleString('en')} callers, heap after a garbage collection; MB\n`)
await measureMemory()
// Each client of rate-limiter-flexible has a timer.
process.exit()

async function measureCountTimes(): Promise<void> {
  const missingServer = ValkeyServer.installed()
  if (missingServer !== false) throw new Error(missingServer)
  await using opened = new AsyncDisposableStack()
  const valkey = opened.use(await ValkeyServer.start())
  const cluster = opened.use((await PostgresCluster.start())!)
  const stores = {
    memory: new MemoryCounterStore(),
    Valkey: opened.use(await ValkeyCounterStore.open(valkey.url(), 'careatlas')),
    PostgreSQL: opened.use(await PostgresCounterStore.open(cluster.url())),
  }
  const redis = opened.adopt(new Redis(valkey.port, { protocol: 2 }), (client) => client.disconnect())
  const client = opened.adopt(new Client(cluster.url()), (pgClient) => pgClient.end())
  await client.connect()
  await client.query('CREATE TABLE baseline (caller text PRIMARY KEY, count integer)')
  const upsert =
    'INSERT INTO baseline VALUES ($1, 1) ON CONFLICT (caller) DO UPDATE SET count = baseline.count + 1'
  const peer = new RateLimiterMemory({ points: 0, duration: 0 })
  const operations: Record<string, (caller: string) => Promise<unknown>> = {
    'memory: a count': createCounter(stores.memory),
    'memory: rate-limiter-flexible': (caller) =>
      peer.penalty(caller, 1, { customDuration: policy.windowSeconds }),
    'Valkey: a count': createCounter(stores.Valkey),
    'Valkey: `INCR`': (caller) => redis.incr(caller),
    'PostgreSQL: a count': createCounter(stores.PostgreSQL),
    'PostgreSQL: an upsert': (caller) => client.query(upsert, [caller]),
  }
  const timesByOperation = Object.keys(operations).map(() => [] as number[])
  for (let round = 0; round <= rounds; round++)
    for (const [index, operation] of Object.values(operations).entries()) {
      const times = await measureTimes(operation)
      // The first round warms up and does not count.
      if (round > 0) timesByOperation[index]!.push(...times)
    }
  console.log('| | p50 | p99 |\n|---|---|---|')
  for (const [index, name] of Object.keys(operations).entries()) {
    const sorted = timesByOperation[index]!.toSorted((a, b) => a - b)
    const [p50, p99] = [0.5, 0.99].map((share) => sorted[Math.floor(share * sorted.length)]!.toFixed(1))
    console.log(`| ${name} | ${p50} | ${p99} |`)
  }
}

function createCounter(counts: CounterStore) {
  return async (caller: string) => counts.add(policy, caller, 1)
}

async function measureTimes(operation: (caller: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < callers; index++) {
    const start = performance.now()
    await operation(`203.0.113.${index}`)
    times.push((performance.now() - start) * 1000)
  }
  return times
}

async function measureMemory(): Promise<void> {
  const peer = new RateLimiterMemory({ points: 0, duration: 3600 })
  console.log('| | heap |\n|---|---|')
  for (const [name, operation] of Object.entries({
    'bounded, as in the server': createCounter(new MemoryCounterStore()),
    'bounded to twice as many callers, keeps all': createCounter(
      new MemoryCounterStore({ callersMax: 2 * memoryCallers }),
    ),
    'rate-limiter-flexible': (caller: string) => peer.penalty(caller),
  })) {
    const before = heapUsed()
    for (let index = 0; index < memoryCallers; index++)
      await operation(`2001:db8:${index.toString(16)}:0::/64`)
    console.log(`| ${name} | ${((heapUsed() - before) / 1e6).toFixed(0)} |`)
    // Keeps the store reachable, so that it is not collected before the measurement.
    await operation('still needed')
  }
}

function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('Run it with node --expose-gc')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
