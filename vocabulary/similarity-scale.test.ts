import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Concept } from './concept.ts'
import { ConceptVectors } from './concept-vectors.ts'
import { isUsable, measureScale, scaleConverter } from './similarity-scale.ts'

const builtIn = { unrelated: 0.2, related: 0.7, same: 0.95 }
const other = { unrelated: 0.1, related: 0.5, same: 0.9 }

test('the points of one scale become those of the other, in the same order between them', () => {
  const convert = scaleConverter(other, builtIn)
  const expected = [
    [0, 0],
    [0.1, 0.2],
    [0.3, 0.45],
    [0.5, 0.7],
    [0.9, 0.95],
    [1, 1],
    [1.01, 1],
  ] as const
  for (const [similarity, converted] of expected)
    assert.ok(Math.abs(convert(similarity) - converted) < 1e-9, String(similarity))
})

test('a model keeps its similarities on its own scale', () => {
  const convert = scaleConverter(builtIn, builtIn)
  for (let similarity = 0; similarity <= 1; similarity += 0.01)
    assert.ok(Math.abs(convert(similarity) - similarity) < 1e-9, String(similarity))
})

function finish<Result>(task: Generator<void, Result>): Result {
  for (;;) {
    const step = task.next()
    if (step.done === true) return step.value
  }
}

/** The vector of an angle in degrees. */
function embed(text: string): Float32Array {
  const radians = (Number(text) * Math.PI) / 180
  return Float32Array.of(Math.cos(radians), Math.sin(radians))
}

/** The scale of concepts whose phrases have the vectors of `angles`. */
function measure(angles: readonly (readonly number[])[]) {
  const concepts = angles.map((phrases, index): Concept => ({
    id: `c${index}`,
    codes: [],
    phrases: phrases.map((angle) => ({ text: String(angle), kind: 'conditions', weight: 1 })),
    audience: 'any',
  }))
  return finish(measureScale(concepts, finish(ConceptVectors.create(concepts, 2, embed)), embed))
}

test('the scale has the similarities of phrases to other concepts, to their own, and to themselves', () => {
  const { unrelated, related, same } = measure([
    [0, 60],
    [180, 240],
  ])
  const center = Math.cos(Math.PI / 6)
  assert.ok(Math.abs(same - (0.85 + 0.15 * center)) < 1e-3, String(same))
  assert.ok(Math.abs(related - (0.85 * 0.5 + 0.15 * center)) < 1e-3, String(related))
  assert.equal(unrelated, 0)
})

test('a model that embeds all texts alike is not usable', () => {
  assert.ok(
    isUsable(
      measure([
        [0, 60],
        [180, 240],
      ]),
    ),
  )
  assert.ok(
    !isUsable(
      measure([
        [0, 0.1],
        [0.2, 0.3],
      ]),
    ),
  )
})
