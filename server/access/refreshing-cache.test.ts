import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefreshingCache, type RefreshingCacheTimes } from './refreshing-cache.ts'

/** A cache with a clock that is set by hand, and its source, whose loads may fail or wait. */
function createCache(times: Partial<RefreshingCacheTimes> = {}) {
  const source = { value: 'a', loads: 0, load: async () => source.value, now: 0 }
  const cache = new RefreshingCache(
    async () => {
      source.loads += 1
      return source.load()
    },
    { maxAgeMs: 100, staleIfErrorMs: 2000, cooldownMs: 10, now: () => source.now, ...times },
  )
  return { source, cache }
}

const fail = async () => Promise.reject(new Error('unavailable'))

test('a fresh value is not loaded again', async () => {
  const { source, cache } = createCache()
  assert.equal(await cache.get(), 'a')
  source.now = 99
  source.value = 'b'
  assert.equal(await cache.get(), 'a')
  assert.equal(source.loads, 1)
})

test('an expired value is reloaded before it is used, also after a long time without requests', async () => {
  const { source, cache } = createCache()
  await cache.get()
  for (const [now, value] of [
    [100, 'b'],
    [200, 'c'],
    [1_000_000, 'd'],
  ] as const) {
    Object.assign(source, { now, value })
    assert.deepEqual(await Promise.all([cache.get(), cache.get()]), [value, value])
  }
  assert.equal(source.loads, 4)
})

test('the age of a value counts from the start of its load', async () => {
  const { source, cache } = createCache()
  source.load = async () => {
    source.now += 60
    return source.value
  }
  await cache.get()
  source.now = 100
  await cache.get()
  assert.equal(source.loads, 2)
})

test('concurrent callers wait for the same load', async () => {
  const { source, cache } = createCache()
  const { promise, resolve } = Promise.withResolvers<string>()
  source.load = () => promise
  const results = [cache.get(), cache.get(), cache.reload()]
  resolve('b')
  assert.deepEqual(await Promise.all(results), ['b', 'b', 'b'])
  assert.equal(source.loads, 1)
})

test('reload() loads the value again only after the cooldown', async () => {
  const { source, cache } = createCache()
  await cache.get()
  source.value = 'b'
  source.now = 9
  assert.equal(await cache.reload(), 'a')
  source.now = 10
  assert.equal(await cache.reload(), 'b')
})

test('when a load fails, the stale value is used and the load is retried after the cooldown', async () => {
  const { source, cache } = createCache()
  await cache.get()
  source.load = fail
  source.now = 1000
  for (const _ of [1, 2, 3]) assert.equal(await cache.get(), 'a')
  assert.equal(source.loads, 2)
  source.now = 1010
  assert.equal(await cache.get(), 'a')
  assert.equal(source.loads, 3)
})

test('after the stale-if-error time a failing load rejects, until a load succeeds', async () => {
  const { source, cache } = createCache()
  await cache.get()
  source.load = fail
  source.now = 1999
  assert.equal(await cache.get(), 'a')
  source.now = 2009
  for (const _ of [1, 2]) await assert.rejects(cache.get(), /unavailable/)
  assert.equal(source.loads, 3)
  source.load = async () => 'b'
  source.now = 2019
  assert.equal(await cache.get(), 'b')
})

test('without any value, get() rejects with the error of the load, also during the cooldown', async () => {
  const { source, cache } = createCache()
  source.load = fail
  for (const _ of [1, 2]) await assert.rejects(cache.get(), /unavailable/)
  assert.throws(() => cache.current, /unavailable/)
  assert.equal(source.loads, 1)
})

test('with a shorter cooldown while there is no value, a failed first load is repeated earlier', async () => {
  const { source, cache } = createCache({ emptyCooldownMs: 4 })
  source.load = fail
  await assert.rejects(cache.get(), /unavailable/)
  source.now = 3
  await assert.rejects(cache.get(), /unavailable/)
  assert.equal(source.loads, 1)
  source.load = async () => 'b'
  source.now = 4
  assert.equal(await cache.get(), 'b')
  source.now = 13
  await cache.reload()
  assert.equal(source.loads, 2)
})
