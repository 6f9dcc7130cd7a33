import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '@careatlas/fixtures/random'
import { logistic } from '@careatlas/search/score-calibration'
import { fitCurve, fitLogistic } from './fit.ts'

test('the regression finds the weights that its data was generated with', () => {
  const weights = { constant: -2, share: 1.5, best: 3, margin: 0.5 }
  const random = randomFrom(1)
  const hits = Array.from({ length: 20_000 }, () => {
    const features = {
      constant: 1,
      share: random.number(),
      best: random.number(),
      margin: random.number(),
    }
    return { features, weight: 1, isRight: random.chance(logistic(features, weights)) }
  })
  const fitted = fitLogistic(hits)
  for (const name of ['constant', 'share', 'best', 'margin'] as const)
    assert.ok(Math.abs(fitted[name] - weights[name]) < 0.2, `${name}: ${fitted[name]}`)
})

test('a curve ascends, even if the data does not', () => {
  const hits = Array.from({ length: 1000 }, (_, index) => ({
    x: index / 1000,
    weight: 1,
    isRight: index < 200 ? index % 2 === 0 : index < 500 ? index % 10 === 0 : index % 10 !== 0,
  }))
  const curve = fitCurve(hits)
  assert.ok(curve.length >= 2)
  for (const [index, [x = 0, y = 0]] of curve.entries()) {
    const [previousX = 0, previousY = 0] = curve[index - 1] ?? []
    assert.ok(x > previousX && y > previousY && y < 1, JSON.stringify(curve))
  }
  assert.ok(Math.abs(curve.at(-1)![1]! - 0.9) < 0.02)
})
