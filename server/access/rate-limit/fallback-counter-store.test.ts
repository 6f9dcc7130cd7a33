/** What the log hears of a place that comes and goes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FallbackCounterStore } from './fallback-counter-store.ts'
import { policyNamed } from './policies.ts'

test('the log says once a minute at most that the place is lost, and never that it is found when it is not', async () => {
  let [time, isAway] = [0, false]
  const said: string[] = []
  const counts = new FallbackCounterStore(
    {
      add: async () => {
        if (isAway) throw new Error('away')
        return { count: 1, resetMs: 1000 }
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    {
      setting: 'VALKEY_URL',
      log: { warn: () => void said.push('lost'), info: () => void said.push('found') },
      now: () => time,
    },
  )
  const ask = async (away: boolean) => {
    isAway = away
    time += 2000
    await counts.add(policyNamed('public'), 'ana', 1)
  }
  for (let flap = 0; flap < 14; flap++) {
    await ask(true)
    await ask(false)
  }
  assert.deepEqual(said, ['lost', 'found'])
  for (let second = 0; second < 60; second++) await ask(true)
  assert.deepEqual(said, ['lost', 'found', 'lost'])
  await ask(false)
  assert.deepEqual(said, ['lost', 'found', 'lost', 'found'])
})
