/** The memory of the store is bounded for any number of callers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounterStore } from './memory-counter-store.ts'
import { getPolicy } from './policies.ts'

const policy = getPolicy('public')

const callersMax = 100
const windowMs = 60_000

function createStore() {
  let now = 0
  const counts = new MemoryCounterStore({ callersMax, now: () => now })
  let newCallers = 0
  return {
    take: async (caller: string) => (await counts.add(policy, caller, 1)).count,
    check: async (caller: string) => (await counts.add(policy, caller, 0)).count,
    flood: async (size: number) => {
      for (let sent = 0; sent < size; sent++)
        assert.equal((await counts.add(policy, `${newCallers++}`, 1)).count, 1)
    },
    counts,
    advance: (ms: number) => (now += ms),
  }
}

test('a window ends after its length, without a further request', async () => {
  const { counts, take, check, advance } = createStore()
  assert.deepEqual(await counts.add(policy, 'ana', 1), { count: 1, resetMs: windowMs })
  advance(windowMs - 1)
  assert.deepEqual(await counts.add(policy, 'ana', 1), { count: 2, resetMs: 1 })
  advance(1)
  assert.equal(await check('ana'), 0)
  assert.equal(await take('ana'), 1)
})

test('a caller gets a full window even if its first request comes in the middle of a generation', async () => {
  const { take, advance } = createStore()
  for (let minute = 0; minute < 5; minute++) {
    advance(windowMs / 2)
    assert.equal(await take('bob'), 1)
    advance(windowMs / 2 - 1)
    assert.equal(await take(`ana ${minute}`), 1)
    advance(1)
    assert.equal(await take(`ana ${minute}`), 2)
    assert.equal(await take('bob'), 2)
  }
})

test('the store keeps a caller until new callers amount to at least half of its maximum', async () => {
  const { take, check, flood } = createStore()
  await flood(callersMax / 2 - 1)
  await take('ana')
  await flood(callersMax / 2)
  assert.equal(await check('ana'), 1)
})

test('during a flood the store drops the oldest callers and counts each new caller', async () => {
  const { take, check, flood } = createStore()
  await take('ana')
  await flood(callersMax)
  assert.equal(await check('ana'), 0)
  assert.equal(await take('bob'), 1)
  assert.equal(await take('bob'), 2)
})

test('zero-cost checks and repeated requests of one caller use no additional memory', async () => {
  const { take, check } = createStore()
  await take('ana')
  for (let sent = 0; sent < 3 * callersMax; sent++) await check(`${sent}`)
  for (let sent = 0; sent < 3 * callersMax; sent++) await take('bob')
  assert.equal(await check('ana'), 1)
})

test('a flood under one policy drops no caller of another policy', async () => {
  const { counts, flood } = createStore()
  await counts.add(getPolicy('accounts'), 'ana', 1)
  await flood(3 * callersMax)
  assert.equal((await counts.add(getPolicy('accounts'), 'ana', 0)).count, 1)
})
