import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPlaceholders } from './license-numbers.ts'

for (const text of ['PENDING', 'PROFESSIONALLICENSE', 'N/A', '0000000', 'none', 'XXXX'])
  test(`${text} is no license number, and nothing beside one of its state`, () => {
    const placeholder = { state: 'OH', number: text }
    assert.deepEqual(withoutPlaceholders([placeholder]), [{ state: 'OH', number: null }])
    const known = { state: 'OH', number: '12345' }
    assert.deepEqual(withoutPlaceholders([placeholder, known]), [known])
  })
