/** A memory that does not grow, however many callers come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryCounts } from './memory-counter-store.ts'
import { policyNamed } from './policies.ts'

const open = policyNamed('public')

const callersMax = 100
const windowMs = 60_000

function counting() {
  let now = 0
  const counts = new MemoryCounts({ callersMax, now: () => now })
  let newcomers = 0
  return {
    take: async (caller: string) => (await counts.add(open, caller, 1)).count,
    look: async (caller: string) => (await counts.add(open, caller, 0)).count,
    flood: async (size: number) => {
      for (let come = 0; come < size; come++)
        assert.equal((await counts.add(open, `${newcomers++}`, 1)).count, 1)
    },
    counts,
    pass: (ms: number) => (now += ms),
  }
}

test('a window ends on its own', async () => {
  const { counts, take, look, pass } = counting()
  assert.deepEqual(await counts.add(open, 'ana', 1), { count: 1, resetMs: windowMs })
  pass(windowMs - 1)
  assert.deepEqual(await counts.add(open, 'ana', 1), { count: 2, resetMs: 1 })
  pass(1)
  assert.equal(await look('ana'), 0)
  assert.equal(await take('ana'), 1)
})

test('a window has its full length for a caller that first asks between two generations', async () => {
  const { take, pass } = counting()
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
  const { take, look, flood } = counting()
  await flood(callersMax / 2 - 1)
  await take('ana')
  await flood(callersMax / 2)
  assert.equal(await look('ana'), 1)
})

test('in a flood the store drops the oldest callers and refuses no new caller', async () => {
  const { take, look, flood } = counting()
  await take('ana')
  await flood(callersMax)
  assert.equal(await look('ana'), 0)
  assert.equal(await take('bob'), 1)
  assert.equal(await take('bob'), 2)
})

test('a caller that only looks or asks again takes no more memory', async () => {
  const { take, look } = counting()
  await take('ana')
  for (let at = 0; at < 3 * callersMax; at++) await look(`${at}`)
  for (let at = 0; at < 3 * callersMax; at++) await take('bob')
  assert.equal(await look('ana'), 1)
})

test('a flood under one policy drops no caller of another policy', async () => {
  const { counts, flood } = counting()
  await counts.add(policyNamed('accounts'), 'ana', 1)
  await flood(3 * callersMax)
  assert.equal((await counts.add(policyNamed('accounts'), 'ana', 0)).count, 1)
})
