import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs, TransientError, withRetry } from './retry.ts'

const policy = { attempts: 3, firstPauseMs: 1 }

function createFailing(times: number, error: () => Error = () => new TransientError('busy')) {
  let calls = 0
  const attempt = async () => {
    if (++calls <= times) throw error()
    return calls
  }
  return { attempt, calls: () => calls }
}

test('a transient failure is retried after pauses that double', async () => {
  const pauses: number[] = []
  assert.equal(await withRetry(createFailing(2).attempt, policy, { onRetry: (_, ms) => pauses.push(ms) }), 3)
  assert.deepEqual(pauses, [1, 2])
})

test('the last failure is thrown', async () => {
  const { attempt, calls } = createFailing(9)
  await assert.rejects(withRetry(attempt, policy), { name: 'TransientError', message: 'busy' })
  assert.equal(calls(), 3)
})

for (const [what, error] of [
  ['another error', () => new Error('wrong')],
  ['an error with a Retry-After of one hour', () => new TransientError('busy', { retryAfterMs: 3_600_000 })],
] as const)
  test(`${what} is not retried`, async () => {
    const { attempt, calls } = createFailing(9, error)
    await assert.rejects(withRetry(attempt, policy))
    assert.equal(calls(), 1)
  })

test('an abort ends a pause immediately', async () => {
  const controller = new AbortController()
  const { attempt, calls } = createFailing(9)
  const onRetry = () => controller.abort()
  await assert.rejects(
    withRetry(attempt, { attempts: 3, firstPauseMs: 60_000 }, { signal: controller.signal, onRetry }),
    { message: 'busy' },
  )
  assert.equal(calls(), 1)
})

test('Retry-After is a number of seconds or a date', () => {
  assert.deepEqual([retryAfterMs('120'), retryAfterMs('soon'), retryAfterMs(null)], [120_000, null, null])
  assert.equal(retryAfterMs('Mon, 01 Jan 2024 00:00:00 GMT'), 0)
})
