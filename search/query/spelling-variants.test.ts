import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spellingVariants } from './spelling-variants.ts'

for (const [written, meant] of [
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
  test(`${written} may be meant for ${meant}`, () =>
    assert.ok([...spellingVariants(written)].includes(meant)))

test('each slip comes once, begins alike, and is none of the name itself', () => {
  const variants = [...spellingVariants('anna')]
  assert.equal(new Set(variants).size, variants.length)
  assert.ok(variants.every((variant) => variant.startsWith('a') && variant !== 'anna'))
})
