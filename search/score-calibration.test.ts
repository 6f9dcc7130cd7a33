import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrateScore, calibrateScores, scoreCalibration, type ScoreEvidence } from './score-calibration.ts'

const steps = Array.from({ length: 101 }, (_, index) => index / 100)
const evidences: readonly ScoreEvidence[] = [
  { kind: 'name' },
  ...[0, 0.5, 0.8, 1].flatMap((confidence) =>
    [0, 0.6, 0.9, 1].flatMap((best) =>
      [0, 0.2, 0.4].map((margin): ScoreEvidence => ({ kind: 'need', confidence, best, margin })),
    ),
  ),
]

for (const evidence of evidences) {
  test(`scores are 0 to 1 and never fall as the relevance rises: ${JSON.stringify(evidence)}`, () => {
    const scores = steps.map((relevance) => calibrateScore(relevance, evidence))
    assert.ok(scores.every((score) => score >= 0 && score <= 1))
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
    )
  })
}

test('a query that fits one concept well scores higher than one that fits two concepts badly', () => {
  const clear = { kind: 'need', confidence: 1, best: 1, margin: 0.4 } as const
  const doubtful = { kind: 'need', confidence: 1, best: 0.6, margin: 0 } as const
  assert.ok(calibrateScore(1, clear) > calibrateScore(1, doubtful))
})

test('a whole name scores at least 0.9, a part of one less than 0.5', () => {
  assert.ok(calibrateScore(1, { kind: 'name' }) >= 0.9)
  assert.ok(calibrateScore(0.5, { kind: 'name' }) < 0.5)
})

test('the curves ascend and stay below 1', () => {
  for (const { curve } of [scoreCalibration.need, scoreCalibration.name])
    for (const [index, [x = 0, y = 0]] of curve.entries()) {
      const [previousX = 0, previousY = 0] = curve[index - 1] ?? []
      assert.ok(x > previousX && y > previousY && y < 1, `point ${index}`)
    }
})

test('hits without a score, and everything except scores, remain', () => {
  const matches = {
    hits: [
      { id: '2000000002', score: null, distanceMiles: 1 },
      { id: '2000000010', score: 0.8, distanceMiles: null },
    ],
    total: null,
    hasMore: true,
    filtered: false,
  }
  const { hits, ...rest } = calibrateScores(matches, { kind: 'name' })
  assert.deepEqual(rest, { total: null, hasMore: true, filtered: false })
  assert.deepEqual(hits[0], matches.hits[0])
  assert.deepEqual({ ...hits[1], score: 0.8 }, matches.hits[1])
})
