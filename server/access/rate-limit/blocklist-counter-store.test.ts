/** How often the place is asked: no more for those who have nothing left. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounts } from './memory-counter-store.ts'
import { policyNamed } from './policies.ts'
import { BlocklistCounterStore } from './blocklist-counter-store.ts'

const policy = policyNamed('accounts')
const spentMax = 10

function sparing() {
  let [time, asked] = [0, 0]
  const now = () => time
  const place = new MemoryCounts({ now })
  const counts = new BlocklistCounterStore(
    {
      add: async (...request) => {
        asked++
        return place.add(...request)
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    { spentMax, now },
  )
  return {
    take: async (caller: string) => (await counts.add(policy, caller, 1)).count,
    look: async (caller: string) => (await counts.add(policy, caller, 0)).count,
    pass: (ms: number) => (time += ms),
    asked: () => asked,
  }
}

test('nothing is asked of one who has taken all, neither counts nor looks, until the window ends', async () => {
  const { take, look, pass, asked } = sparing()
  for (let taken = 1; taken <= policy.limit; taken++) assert.equal(await take('ana'), taken)
  pass(policy.windowSeconds * 1000 - 1)
  for (let more = 0; more < 50; more++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(await look('ana'), policy.limit)
  assert.equal(asked(), policy.limit)
  pass(1)
  assert.equal(await take('ana'), 1)
  assert.equal(asked(), policy.limit + 1)
})

test('of a crowd of requests at once no more are asked for than pass', async () => {
  const { take, asked } = sparing()
  const counts = await Promise.all(Array.from({ length: 500 }, () => take('ana')))
  assert.deepEqual(counts.slice(0, policy.limit), [1, 2, 3])
  assert.ok(counts.slice(policy.limit).every((count) => count > policy.limit))
  assert.equal(asked(), policy.limit)
})

test('those who have something left are asked for each time', async () => {
  const { take, look, asked } = sparing()
  for (let caller = 0; caller < 50; caller++) assert.equal(await take(`${caller}`), 1)
  for (let caller = 0; caller < 50; caller++) assert.equal(await look(`${caller}`), 1)
  assert.equal(asked(), 100)
})

test('of too many who have taken all the first are forgotten, and asked for once more', async () => {
  const { take, asked } = sparing()
  const spend = async (caller: string) => {
    for (let taken = 0; taken < policy.limit; taken++) await take(caller)
  }
  await spend('ana')
  for (let other = 0; other < spentMax / 2; other++) await spend(`${other}`)
  const before = asked()
  await take('ana')
  assert.equal(asked(), before)
  for (let other = 0; other < spentMax; other++) await spend(`other ${other}`)
  const later = asked()
  for (let again = 0; again < 5; again++) assert.ok((await take('ana')) > policy.limit)
  assert.equal(asked(), later + 1)
})

test('a place that fails one request is asked the next', async () => {
  let asked = 0
  const counts = new BlocklistCounterStore({
    add: async () => {
      if (asked++ === 0) throw new Error('away')
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
