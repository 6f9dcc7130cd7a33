import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSet } from './vector-set.ts'
import { plainKernel, simdKernel } from './dot-product-kernel.ts'
import { dimension, readStaticModel } from './static-model.ts'

const model = readStaticModel()
const tokens = ['heart specialist', 'ear infection', 'knee replacement', 'corazón', 'zzz', ''].map((text) =>
  model.embed(text),
)

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0)
}

function directionsOf(vectors: readonly Float32Array[], makeKernel = simdKernel): VectorSet {
  const directions = new VectorSet(vectors.length, vectors[0]!.length, makeKernel)
  for (const [at, vector] of vectors.entries()) directions.set(at, vector)
  return directions
}

test('the most similar vector has the greatest cosine, to four decimals', () => {
  const directions = directionsOf(tokens)
  for (const query of tokens) {
    directions.setQuery(query)
    for (const [first, end] of [
      [0, 6],
      [2, 4],
      [1, 2],
    ] as const) {
      const greatest = Math.max(...tokens.slice(first, end).map((vector) => cosine(vector, query)))
      assert.ok(Math.abs(directions.maxSimilarity(first, end) - greatest) < 5e-5)
    }
  }
})

test('all kernels agree', () => {
  const [simd, plain] = [directionsOf(tokens, simdKernel), directionsOf(tokens, plainKernel)]
  for (const query of tokens) {
    simd.setQuery(query)
    plain.setQuery(query)
    assert.equal(simd.maxSimilarity(0, tokens.length), plain.maxSimilarity(0, tokens.length))
  }
})

test('pads a dimension that is not a multiple of the lane count with zeros', () => {
  const cut = tokens.map((vector) => vector.slice(0, dimension - 3))
  const directions = directionsOf(cut)
  directions.setQuery(cut[1]!)
  assert.ok(Math.abs(directions.maxSimilarity(1, 2) - cosine(cut[1]!, cut[1]!)) < 5e-5)
})
