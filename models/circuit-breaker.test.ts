import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitBreaker } from './circuit-breaker.ts'

test('opens after consecutive failures, allows one trial per interval, and closes after a success', () => {
  let time = 1000
  const breaker = new CircuitBreaker({ failuresMax: 2, openMs: 500, now: () => time })
  breaker.recordFailure()
  breaker.recordSuccess()
  breaker.recordFailure()
  assert.deepEqual([breaker.isOpen, breaker.allowsCall()], [false, true])
  breaker.recordFailure()
  assert.deepEqual([breaker.isOpen, breaker.allowsCall()], [true, false])
  time += 500
  assert.deepEqual([breaker.allowsCall(), breaker.allowsCall()], [true, false], 'one trial')
  time += 499
  breaker.recordFailure()
  time += 499
  assert.equal(breaker.allowsCall(), false, 'a failed trial starts a new interval')
  time += 1
  assert.equal(breaker.allowsCall(), true)
  breaker.recordSuccess()
  assert.deepEqual([breaker.isOpen, breaker.allowsCall(), breaker.allowsCall()], [false, true, true])
})

test('allows no call after an infinite interval', () => {
  const breaker = new CircuitBreaker({ failuresMax: 1, openMs: Infinity })
  breaker.recordFailure()
  assert.equal(breaker.allowsCall(), false)
})
