import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spellingVariants } from './spelling-variants.ts'

for (const [written, intended] of [
  ['gonzales', 'gonzalez'],
  ['hernandz', 'hernandez'],
  ['peterson', 'petersen'],
  ['philips', 'phillips'],
  ['mcallisster', 'mcallister'],
  ['rodirguez', 'rodriguez'],
  ['tremblai', 'tremblay'],
  ['jonson', 'johnson'],
  ['rudolph', 'rudolf'],
  ['steffen', 'stephen'],
  ['dickson', 'dixon'],
  ['fisher', 'fischer'],
] as const)
  test(`${written} has the variant ${intended}`, () =>
    assert.ok([...spellingVariants(written)].includes(intended)))

test('returns each variant once, with the same first letter, and not the name itself', () => {
  const variants = [...spellingVariants('anna')]
  assert.equal(new Set(variants).size, variants.length)
  assert.ok(variants.every((variant) => variant.startsWith('a') && variant !== 'anna'))
})
