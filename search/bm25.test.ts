import assert from 'node:assert/strict'
import { test } from 'node:test'
import { impact, relevance, termWeight } from './bm25.ts'

test('an impact is a byte above zero, grows with repetition and shrinks with length', () => {
  for (const length of [1, 10, 1_000, 100_000]) {
    const impacts = [1, 2, 3, 10, 255, 100_000].map((frequency) => impact(frequency, length, 50))
    assert.deepEqual(
      impacts,
      impacts.toSorted((a, b) => a - b),
    )
    for (const value of impacts) assert.ok(Number.isInteger(value) && value >= 1 && value <= 255, `${value}`)
  }
  assert.ok(impact(1, 10, 50) > impact(1, 100, 50))
})

test('a single occurrence in a document of average length has 1 / 2.2 of the maximum impact', () => {
  assert.equal(impact(1, 50, 50), Math.round(255 / 2.2))
})

test('a rarer term weighs more, and a term in every document still has weight', () => {
  const weights = [0, 1, 10, 1_000_000, 8_500_000].map((documentsWithTerm) =>
    termWeight(documentsWithTerm, 8_500_000),
  )
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  )
  assert.ok(weights.at(-1)! >= 1)
})

test('the sum of 32 of the heaviest terms stays below 2^30', () => {
  assert.ok(32 * termWeight(0, 8_500_000) * 255 < 2 ** 30)
})

test('a score has four decimals and reaches 1', () => {
  assert.equal(relevance(1, 3), 0.3333)
  assert.equal(relevance(3, 3), 1)
})
