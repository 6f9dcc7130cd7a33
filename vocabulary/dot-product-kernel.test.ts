import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import openWabt from 'wabt'
import {
  bestKernel,
  type KernelFactory,
  laneCount,
  javaScriptKernel,
  simdKernel,
} from './dot-product-kernel.ts'

test('dot-product-kernel.wasm is compiled from dot-product-kernel.wat', async () => {
  const wabt = await openWabt()
  const text = readFileSync(join(import.meta.dirname, 'dot-product-kernel.wat'), 'utf8')
  const { buffer } = wabt.parseWat('dot-product-kernel.wat', text, { simd: true }).toBinary({})
  assert.deepEqual(readFileSync(join(import.meta.dirname, 'dot-product-kernel.wasm')), Buffer.from(buffer))
})

test('Node runs the WebAssembly kernel', () => {
  assert.equal(bestKernel, simdKernel)
})

const width = 2 * laneCount

/** In this range, the dot product of two vectors of 16 numbers is less than 2³¹. */
const number = fc.integer({ min: -11_000, max: 11_000 })
const vector = fc.array(number, { minLength: width, maxLength: width })
const vectors = fc.array(vector, { minLength: 2, maxLength: 9 })

function dotProducts([query, ...others]: readonly number[][]): readonly bigint[] {
  return others.map((other) => other.reduce((sum, value, i) => sum + BigInt(value) * BigInt(query![i]!), 0n))
}

for (const [name, makeKernel] of Object.entries<KernelFactory>({ simdKernel, javaScriptKernel })) {
  test(`${name} computes the exact dot products`, () => {
    fc.assert(
      fc.property(vectors, fc.nat(), (all, seed) => {
        const kernel = makeKernel(all.length, width)
        kernel.numbers.set(all.flat())
        const first = 1 + (seed % (all.length - 1))
        const products = Array.from(kernel.dotProducts(first, all.length), BigInt)
        assert.deepEqual(products, dotProducts(all).slice(first - 1))
        assert.equal(kernel.dotProducts(first, first).length, 0)
        assert.equal(kernel.dotProducts(first, first - 1).length, 0)
      }),
    )
  })
}
