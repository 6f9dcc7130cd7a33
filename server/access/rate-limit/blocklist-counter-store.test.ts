/** How many requests reach the underlying store: none for a caller that has used up its limit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounts } from './memory-counter-store.ts'
import { policyNamed } from './policies.ts'
import { BlocklistCounterStore } from './blocklist-counter-store.ts'

const policy = policyNamed('accounts')
const spentMax = 10

function createStore() {
  let [time, requests] = [0, 0]
  const now = () => time
  const store = new MemoryCounts({ now })
  const counts = new BlocklistCounterStore(
    {
      add: async (...request) => {
        requests++
        return store.add(...request)
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    { spentMax, now },
  )
  return {
    take: async (caller: string) => (await counts.add(policy, caller, 1)).count,
    look: async (caller: string) => (await counts.add(policy, caller, 0)).count,
    pass: (ms: number) => (time += ms),
    requests: () => requests,
  }
}

test('a caller that has used up its limit is answered from the blocklist, for charges and zero-cost checks, until the window ends', async () => {
  const { take, look, pass, requests } = createStore()
  for (let taken = 1; taken <= policy.limit; taken++) assert.equal(await take('ana'), taken)
  pass(policy.windowSeconds * 1000 - 1)
  for (let more = 0; more < 50; more++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(await look('ana'), policy.limit)
  assert.equal(requests(), policy.limit)
  pass(1)
  assert.equal(await take('ana'), 1)
  assert.equal(requests(), policy.limit + 1)
})

test('of many concurrent requests, only as many reach the store as the limit permits', async () => {
  const { take, requests } = createStore()
  const counts = await Promise.all(Array.from({ length: 500 }, () => take('ana')))
  assert.deepEqual(counts.slice(0, policy.limit), [1, 2, 3])
  assert.ok(counts.slice(policy.limit).every((count) => count > policy.limit))
  assert.equal(requests(), policy.limit)
})

test('each request of a caller below its limit reaches the store', async () => {
  const { take, look, requests } = createStore()
  for (let caller = 0; caller < 50; caller++) assert.equal(await take(`${caller}`), 1)
  for (let caller = 0; caller < 50; caller++) assert.equal(await look(`${caller}`), 1)
  assert.equal(requests(), 100)
})

test('a full blocklist drops its oldest caller, whose next request reaches the store once', async () => {
  const { take, requests } = createStore()
  const spend = async (caller: string) => {
    for (let taken = 0; taken < policy.limit; taken++) await take(caller)
  }
  await spend('ana')
  for (let other = 0; other < spentMax / 2; other++) await spend(`${other}`)
  const before = requests()
  await take('ana')
  assert.equal(requests(), before)
  for (let other = 0; other < spentMax; other++) await spend(`other ${other}`)
  const later = requests()
  for (let again = 0; again < 5; again++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(requests(), later + 1)
})

test('after a request fails, the next request reaches the store again', async () => {
  let requests = 0
  const counts = new BlocklistCounterStore({
    add: async () => {
      if (requests++ === 0) throw new Error('unavailable')
      return { count: 1, resetMs: 1000 }
    },
    [Symbol.asyncDispose]: async () => undefined,
  })
  const taken = await Promise.allSettled([counts.add(policy, 'ana', 1), counts.add(policy, 'ana', 1)])
  assert.deepEqual(
    taken.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
})
