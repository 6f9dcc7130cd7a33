import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsWithin, parseAccessToken, refreshThresholdSeconds } from './access-token.ts'

const now = 1_800_000_000

function createToken(claims: unknown): string {
  return `header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

for (const [left, isRenewed, hasExpired] of [
  [301, false, false],
  [300, true, false],
  [299, true, false],
  [1, true, false],
  [0, true, true],
  [-1, true, true],
] as const)
  test(`a token that expires in ${left} seconds is ${isRenewed ? '' : 'not '}renewed, and ${hasExpired ? 'has' : 'has not'} expired`, () => {
    const token = parseAccessToken(createToken({ exp: now + left, sub: 'user-1' }))
    assert.deepEqual(
      [endsWithin(token, refreshThresholdSeconds, now), endsWithin(token, 0, now), token.subject],
      [isRenewed, hasExpired, 'user-1'],
    )
  })

for (const text of ['', 'a.b.c', 'opaque', createToken({}), createToken({ exp: 'soon' }), createToken(null)])
  test(`a token without a readable expiry is treated as expired: ${JSON.stringify(text)}`, () => {
    const token = parseAccessToken(text)
    assert.deepEqual(
      [endsWithin(token, refreshThresholdSeconds, now), endsWithin(token, 0, now)],
      [true, true],
    )
  })
