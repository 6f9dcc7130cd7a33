import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconnectDelayMs, retryDelayMs } from './backoff.ts'

test('reconnections wait a random part of a delay that doubles from 0.5 to 30 seconds', () => {
  const longest = Array.from({ length: 9 }, (_, failures) => reconnectDelayMs(failures, () => 1))
  assert.deepEqual(longest, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  assert.equal(
    reconnectDelayMs(2000, () => 0),
    0,
  )
})

test('retries of a request wait 0.5, 1 and 2 seconds, and up to a quarter more', () => {
  for (const [random, delays] of [
    [0, [500, 1000, 2000]],
    [1, [625, 1250, 2500]],
  ] as const)
    assert.deepEqual(
      [0, 1, 2].map((failures) => retryDelayMs(failures, () => random)),
      delays,
    )
})
