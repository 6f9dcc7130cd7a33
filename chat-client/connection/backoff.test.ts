import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelayMs } from './backoff.ts'

test('retries wait a random part of a delay that doubles from 0.5 to 30 seconds', () => {
  const longest = Array.from({ length: 9 }, (_, failures) => retryDelayMs(failures, () => 1))
  assert.deepEqual(longest, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  assert.equal(
    retryDelayMs(2000, () => 0),
    0,
  )
})
