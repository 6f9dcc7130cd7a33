import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Directions } from './directions.ts'
import { plainKernel, simdKernel } from './nearest.ts'
import { dimension, readStaticModel } from './static-model.ts'

const model = readStaticModel()
const said = ['heart specialist', 'ear infection', 'knee replacement', 'corazón', 'zzz', ''].map((text) =>
  model.embed(text),
)

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0)
}

function directionsOf(vectors: readonly Float32Array[], makeKernel = simdKernel): Directions {
  const directions = new Directions(vectors.length, vectors[0]!.length, makeKernel)
  for (const [at, vector] of vectors.entries()) directions.put(at, vector)
  return directions
}

test('the likest of some directions has the greatest cosine, to four decimals', () => {
  const directions = directionsOf(said)
  for (const asked of said) {
    directions.ask(asked)
    for (const [first, end] of [
      [0, 6],
      [2, 4],
      [1, 2],
    ] as const) {
      const greatest = Math.max(...said.slice(first, end).map((vector) => cosine(vector, asked)))
      assert.ok(Math.abs(directions.likest(first, end) - greatest) < 5e-5)
    }
  }
})

test('every kernel finds the same', () => {
  const [simd, plain] = [directionsOf(said, simdKernel), directionsOf(said, plainKernel)]
  for (const asked of said) {
    simd.ask(asked)
    plain.ask(asked)
    assert.equal(simd.likest(0, said.length), plain.likest(0, said.length))
  }
})

test('a dimension that no kernel takes whole is filled up with zeros', () => {
  const cut = said.map((vector) => vector.slice(0, dimension - 3))
  const directions = directionsOf(cut)
  directions.ask(cut[1]!)
  assert.ok(Math.abs(directions.likest(1, 2) - cosine(cut[1]!, cut[1]!)) < 5e-5)
})
