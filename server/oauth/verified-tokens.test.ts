import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VerifiedTokens } from './verified-tokens.ts'

const keys = {}

test('a verified token is found with the same keys until it expires', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  const verified = new VerifiedTokens<string>()
  verified.add('a.b.c', { result: 'ana', keys, expiresAtSeconds: 1_800_000_060 })
  assert.equal(verified.find('a.b.c', keys), 'ana')
  assert.equal(verified.find('a.b.d', keys), null)
  assert.equal(verified.find('a.b.c', {}), null)
  context.mock.timers.tick(59_999)
  assert.equal(verified.find('a.b.c', keys), 'ana')
  context.mock.timers.tick(1)
  assert.equal(verified.find('a.b.c', keys), null)
})

test('beyond 10,000 tokens the oldest is dropped', () => {
  const verified = new VerifiedTokens<number>()
  const expiresAtSeconds = Date.now() / 1000 + 3600
  for (let result = 0; result <= 10_000; result += 1)
    verified.add(`token ${result}`, { result, keys, expiresAtSeconds })
  assert.equal(verified.find('token 0', keys), null)
  assert.equal(verified.find('token 1', keys), 1)
  assert.equal(verified.find('token 10000', keys), 10_000)
})
