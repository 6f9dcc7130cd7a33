/** How many requests reach the underlying store: none for a caller that has used up its limit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounterStore } from './memory-counter-store.ts'
import { getPolicy } from './policies.ts'
import { BlocklistCounterStore } from './blocklist-counter-store.ts'

const policy = getPolicy('accounts')
const blockedMax = 10

function createStore() {
  let [time, requests] = [0, 0]
  const now = () => time
  const store = new MemoryCounterStore({ now })
  const counts = new BlocklistCounterStore(
    {
      add: async (...request) => {
        requests++
        return store.add(...request)
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    { blockedMax, now },
  )
  return {
    take: async (caller: string) => (await counts.add(policy, caller, 1)).count,
    check: async (caller: string) => (await counts.add(policy, caller, 0)).count,
    advance: (ms: number) => (time += ms),
    requests: () => requests,
  }
}

test('requests and zero-cost checks of a caller that has used up its limit are answered from the blocklist until the window ends', async () => {
  const { take, check, advance, requests } = createStore()
  for (let count = 1; count <= policy.limit; count++) assert.equal(await take('ana'), count)
  advance(policy.windowSeconds * 1000 - 1)
  for (let sent = 0; sent < 50; sent++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(await check('ana'), policy.limit)
  assert.equal(requests(), policy.limit)
  advance(1)
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
  const { take, check, requests } = createStore()
  for (let caller = 0; caller < 50; caller++) assert.equal(await take(`${caller}`), 1)
  for (let caller = 0; caller < 50; caller++) assert.equal(await check(`${caller}`), 1)
  assert.equal(requests(), 100)
})

test('a full blocklist drops its oldest caller, whose next request reaches the store once', async () => {
  const { take, requests } = createStore()
  const useUp = async (caller: string) => {
    for (let sent = 0; sent < policy.limit; sent++) await take(caller)
  }
  await useUp('ana')
  for (let other = 0; other < blockedMax / 2; other++) await useUp(`${other}`)
  const before = requests()
  await take('ana')
  assert.equal(requests(), before)
  for (let other = 0; other < blockedMax; other++) await useUp(`other ${other}`)
  const after = requests()
  for (let sent = 0; sent < 5; sent++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(requests(), after + 1)
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
  const results = await Promise.allSettled([counts.add(policy, 'ana', 1), counts.add(policy, 'ana', 1)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
})
