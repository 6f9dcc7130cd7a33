import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitBreaker } from './circuit-breaker.ts'

test('opens after consecutive failures, allows one trial per interval, and closes after a success', () => {
  let time = 1000
  const breaker = new CircuitBreaker({ failuresMax: 2, openMs: 500, now: () => time })
  breaker.failed()
  breaker.succeeded()
  breaker.failed()
  assert.deepEqual([breaker.isOpen, breaker.allows()], [false, true])
  breaker.failed()
  assert.deepEqual([breaker.isOpen, breaker.allows()], [true, false])
  time += 500
  assert.deepEqual([breaker.allows(), breaker.allows()], [true, false], 'one trial')
  time += 499
  breaker.failed()
  time += 499
  assert.equal(breaker.allows(), false, 'a failed trial starts a new interval')
  time += 1
  assert.equal(breaker.allows(), true)
  breaker.succeeded()
  assert.deepEqual([breaker.isOpen, breaker.allows(), breaker.allows()], [false, true, true])
})

test('allows no call after an infinite interval', () => {
  const breaker = new CircuitBreaker({ failuresMax: 1, openMs: Infinity })
  breaker.failed()
  assert.equal(breaker.allows(), false)
})
