/** The memory of the store is bounded for any number of callers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounts } from './memory-counter-store.ts'
import { policyNamed } from './policies.ts'

const open = policyNamed('public')

const callersMax = 100
const windowMs = 60_000

function createStore() {
  let now = 0
  const counts = new MemoryCounts({ callersMax, now: () => now })
  let newCallers = 0
  return {
    take: async (caller: string) => (await counts.add(open, caller, 1)).count,
    look: async (caller: string) => (await counts.add(open, caller, 0)).count,
    flood: async (size: number) => {
      for (let sent = 0; sent < size; sent++)
        assert.equal((await counts.add(open, `${newCallers++}`, 1)).count, 1)
    },
    counts,
    pass: (ms: number) => (now += ms),
  }
}

test('a window ends after its length, without a further request', async () => {
  const { counts, take, look, pass } = createStore()
  assert.deepEqual(await counts.add(open, 'ana', 1), { count: 1, resetMs: windowMs })
  pass(windowMs - 1)
  assert.deepEqual(await counts.add(open, 'ana', 1), { count: 2, resetMs: 1 })
  pass(1)
  assert.equal(await look('ana'), 0)
  assert.equal(await take('ana'), 1)
})

test('a caller whose first request comes between two generations gets a full window', async () => {
  const { take, pass } = createStore()
  for (let minute = 0; minute < 5; minute++) {
    pass(windowMs / 2)
    assert.equal(await take('bob'), 1)
    pass(windowMs / 2 - 1)
    assert.equal(await take(`ana ${minute}`), 1)
    pass(1)
    assert.equal(await take(`ana ${minute}`), 2)
    assert.equal(await take('bob'), 2)
  }
})

test('the store keeps each caller until at least half of its maximum of callers are new', async () => {
  const { take, look, flood } = createStore()
  await flood(callersMax / 2 - 1)
  await take('ana')
  await flood(callersMax / 2)
  assert.equal(await look('ana'), 1)
})

test('during a flood the store drops the oldest callers and refuses no new caller', async () => {
  const { take, look, flood } = createStore()
  await take('ana')
  await flood(callersMax)
  assert.equal(await look('ana'), 0)
  assert.equal(await take('bob'), 1)
  assert.equal(await take('bob'), 2)
})

test('zero-cost checks and repeated requests of one caller use no more memory', async () => {
  const { take, look } = createStore()
  await take('ana')
  for (let at = 0; at < 3 * callersMax; at++) await look(`${at}`)
  for (let at = 0; at < 3 * callersMax; at++) await take('bob')
  assert.equal(await look('ana'), 1)
})

test('a flood under one policy drops no caller of another policy', async () => {
  const { counts, flood } = createStore()
  await counts.add(policyNamed('accounts'), 'ana', 1)
  await flood(3 * callersMax)
  assert.equal((await counts.add(policyNamed('accounts'), 'ana', 0)).count, 1)
})
