import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSet } from './vector-set.ts'
import { javaScriptKernel, simdKernel } from './dot-product-kernel.ts'
import { dimension, readStaticModel } from './static-model.ts'

const model = readStaticModel()
const samples = ['heart specialist', 'ear infection', 'knee replacement', 'corazón', 'zzz', ''].map((text) =>
  model.embed(text),
)

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

function createVectorSet(vectors: readonly Float32Array[], makeKernel = simdKernel): VectorSet {
  const vectorSet = new VectorSet(vectors.length, vectors[0]!.length, makeKernel)
  for (const [i, vector] of vectors.entries()) vectorSet.set(i, vector)
  return vectorSet
}

test('the most similar vector has the greatest cosine, to four decimals', () => {
  const vectorSet = createVectorSet(samples)
  for (const query of samples) {
    vectorSet.setQuery(query)
    for (const [first, end] of [
      [0, 6],
      [2, 4],
      [1, 2],
    ] as const) {
      const greatest = Math.max(...samples.slice(first, end).map((vector) => cosine(vector, query)))
      assert.ok(Math.abs(vectorSet.maxSimilarity(first, end) - greatest) < 5e-5)
    }
  }
})

test('all kernels agree', () => {
  const [simd, javaScript] = [
    createVectorSet(samples, simdKernel),
    createVectorSet(samples, javaScriptKernel),
  ]
  for (const query of samples) {
    simd.setQuery(query)
    javaScript.setQuery(query)
    assert.equal(simd.maxSimilarity(0, samples.length), javaScript.maxSimilarity(0, samples.length))
  }
})

test('pads a dimension that is not a multiple of the lane count with zeros', () => {
  const truncated = samples.map((vector) => vector.slice(0, dimension - 3))
  const vectorSet = createVectorSet(truncated)
  vectorSet.setQuery(truncated[1]!)
  assert.ok(Math.abs(vectorSet.maxSimilarity(1, 2) - cosine(truncated[1]!, truncated[1]!)) < 5e-5)
})
