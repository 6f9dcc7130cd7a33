import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefreshingCache } from './refreshing-cache.ts'

/** Something that is looked up, with a clock that is set by hand and looks that may fail or wait. */
function keptElsewhere() {
  const elsewhere = { value: 'a', looks: 0, look: async () => elsewhere.value, now: 0 }
  const looked = new RefreshingCache(
    async () => {
      elsewhere.looks += 1
      return elsewhere.look()
    },
    { maxAgeMs: 100, staleIfErrorMs: 2000, cooldownMs: 10, now: () => elsewhere.now },
  )
  return { elsewhere, looked }
}

const away = async () => Promise.reject(new Error('away'))

test('what is fresh is not looked up again', async () => {
  const { elsewhere, looked } = keptElsewhere()
  assert.equal(await looked.get(), 'a')
  elsewhere.now = 99
  elsewhere.value = 'b'
  assert.equal(await looked.get(), 'a')
  assert.equal(elsewhere.looks, 1)
})

test('an expired value is looked up again before it is used, also after a long time without requests', async () => {
  const { elsewhere, looked } = keptElsewhere()
  await looked.get()
  for (const [now, value] of [
    [100, 'b'],
    [200, 'c'],
    [1_000_000, 'd'],
  ] as const) {
    Object.assign(elsewhere, { now, value })
    assert.deepEqual(await Promise.all([looked.get(), looked.get()]), [value, value])
  }
  assert.equal(elsewhere.looks, 4)
})

test('what was found is as old as the look for it', async () => {
  const { elsewhere, looked } = keptElsewhere()
  elsewhere.look = async () => {
    elsewhere.now += 60
    return elsewhere.value
  }
  await looked.get()
  elsewhere.now = 100
  await looked.get()
  assert.equal(elsewhere.looks, 2)
})

test('concurrent callers wait for the same lookup', async () => {
  const { elsewhere, looked } = keptElsewhere()
  const { promise, resolve } = Promise.withResolvers<string>()
  elsewhere.look = () => promise
  const asked = [looked.get(), looked.get(), looked.reload()]
  resolve('b')
  assert.deepEqual(await Promise.all(asked), ['b', 'b', 'b'])
  assert.equal(elsewhere.looks, 1)
})

test('what did not do is looked up again, but not before the pause is over', async () => {
  const { elsewhere, looked } = keptElsewhere()
  await looked.get()
  elsewhere.value = 'b'
  elsewhere.now = 9
  assert.equal(await looked.reload(), 'a')
  elsewhere.now = 10
  assert.equal(await looked.reload(), 'b')
})

test('what cannot be looked up stays as it was known, and is tried again after the pause', async () => {
  const { elsewhere, looked } = keptElsewhere()
  await looked.get()
  elsewhere.look = away
  elsewhere.now = 1000
  for (const _ of [1, 2, 3]) assert.equal(await looked.get(), 'a')
  assert.equal(elsewhere.looks, 2)
  elsewhere.now = 1010
  assert.equal(await looked.get(), 'a')
  assert.equal(elsewhere.looks, 3)
})

test('what cannot be looked up for long is forgotten, and known again once it can', async () => {
  const { elsewhere, looked } = keptElsewhere()
  await looked.get()
  elsewhere.look = away
  elsewhere.now = 1999
  assert.equal(await looked.get(), 'a')
  elsewhere.now = 2009
  for (const _ of [1, 2]) await assert.rejects(looked.get(), /away/)
  assert.equal(elsewhere.looks, 3)
  elsewhere.look = async () => 'b'
  elsewhere.now = 2019
  assert.equal(await looked.get(), 'b')
})

test('what was never known is refused as the look failed, also within the pause', async () => {
  const { elsewhere, looked } = keptElsewhere()
  elsewhere.look = away
  for (const _ of [1, 2]) await assert.rejects(looked.get(), /away/)
  assert.throws(() => looked.known, /away/)
  assert.equal(elsewhere.looks, 1)
})
