/** Log lines for a counter store that fails and recovers repeatedly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FallbackCounterStore } from './fallback-counter-store.ts'
import { getPolicy } from './policies.ts'

test('the server logs that the store is unavailable at most once a minute, and logs a recovery only when the store works', async () => {
  let [time, isUnavailable] = [0, false]
  const logged: string[] = []
  const counts = new FallbackCounterStore(
    {
      add: async () => {
        if (isUnavailable) throw new Error('unavailable')
        return { count: 1, resetMs: 1000 }
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    {
      setting: 'VALKEY_URL',
      log: { warn: () => void logged.push('unavailable'), info: () => void logged.push('available') },
      now: () => time,
    },
  )
  const request = async (unavailable: boolean) => {
    isUnavailable = unavailable
    time += 2000
    await counts.add(getPolicy('public'), 'ana', 1)
  }
  for (let flap = 0; flap < 14; flap++) {
    await request(true)
    await request(false)
  }
  assert.deepEqual(logged, ['unavailable', 'available'])
  for (let second = 0; second < 60; second++) await request(true)
  assert.deepEqual(logged, ['unavailable', 'available', 'unavailable'])
  await request(false)
  assert.deepEqual(logged, ['unavailable', 'available', 'unavailable', 'available'])
})
