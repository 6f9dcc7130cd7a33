import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import openWabt from 'wabt'
import { bestKernel, type MakeKernel, laneCount, plainKernel, simdKernel } from './dot-product-kernel.ts'

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

/** The greatest values of 16 numbers whose products sum to less than 2³¹. */
const number = fc.integer({ min: -11_000, max: 11_000 })
const vector = fc.array(number, { minLength: width, maxLength: width })
const vectors = fc.array(vector, { minLength: 2, maxLength: 9 })

function products([query, ...others]: readonly number[][]): readonly bigint[] {
  return others.map((other) =>
    other.reduce((sum, value, at) => sum + BigInt(value) * BigInt(query![at]!), 0n),
  )
}

for (const [name, makeKernel] of Object.entries<MakeKernel>({ simdKernel, plainKernel })) {
  test(`${name} finds the greatest product, exactly`, () => {
    fc.assert(
      fc.property(vectors, fc.nat(), (all, seed) => {
        const { numbers, maxDotProduct } = makeKernel(all.length * width)
        numbers.set(all.flat())
        const first = 1 + (seed % (all.length - 1))
        const query = products(all).slice(first - 1)
        const greatest = query.reduce((most, value) => (value > most ? value : most))
        assert.equal(BigInt(maxDotProduct(first * width, all.length * width, width)), greatest)
      }),
    )
  })
}
