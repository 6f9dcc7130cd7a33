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
    take: (caller: string) => counts.add(policy, caller, 1).count,
    check: (caller: string) => counts.add(policy, caller, 0).count,
    flood: (size: number) => {
      for (let sent = 0; sent < size; sent++) assert.equal(counts.add(policy, `${newCallers++}`, 1).count, 1)
    },
    counts,
    advance: (ms: number) => (now += ms),
  }
}

test('a window ends after its length, without a further request', () => {
  const { counts, take, check, advance } = createStore()
  assert.deepEqual(counts.add(policy, 'ana', 1), { count: 1, resetMs: windowMs })
  advance(windowMs - 1)
  assert.deepEqual(counts.add(policy, 'ana', 1), { count: 2, resetMs: 1 })
  advance(1)
  assert.equal(check('ana'), 0)
  assert.equal(take('ana'), 1)
})

test('a caller gets a full window even if its first request comes in the middle of a generation', () => {
  const { take, advance } = createStore()
  for (let minute = 0; minute < 5; minute++) {
    advance(windowMs / 2)
    assert.equal(take('bob'), 1)
    advance(windowMs / 2 - 1)
    assert.equal(take(`ana ${minute}`), 1)
    advance(1)
    assert.equal(take(`ana ${minute}`), 2)
    assert.equal(take('bob'), 2)
  }
})

test('the store keeps a caller until new callers amount to at least half of its maximum', () => {
  const { take, check, flood } = createStore()
  flood(callersMax / 2 - 1)
  take('ana')
  flood(callersMax / 2)
  assert.equal(check('ana'), 1)
})

test('during a flood the store drops the oldest callers and counts each new caller', () => {
  const { take, check, flood } = createStore()
  take('ana')
  flood(callersMax)
  assert.equal(check('ana'), 0)
  assert.equal(take('bob'), 1)
  assert.equal(take('bob'), 2)
})

test('zero-cost checks and repeated requests of one caller use no additional memory', () => {
  const { take, check } = createStore()
  take('ana')
  for (let sent = 0; sent < 3 * callersMax; sent++) check(`${sent}`)
  for (let sent = 0; sent < 3 * callersMax; sent++) take('bob')
  assert.equal(check('ana'), 1)
})

test('a flood under one policy drops no caller of another policy', () => {
  const { counts, flood } = createStore()
  counts.add(getPolicy('accounts'), 'ana', 1)
  flood(3 * callersMax)
  assert.equal(counts.add(getPolicy('accounts'), 'ana', 0).count, 1)
})
