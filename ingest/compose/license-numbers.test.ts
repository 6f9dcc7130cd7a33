import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCredentialCell, removePlaceholders } from './license-numbers.ts'

for (const text of ['PENDING', 'PROFESSIONALLICENSE', 'N/A', '0000000', 'none', 'XXXX'])
  test(`${text} is not a license number, and is dropped if its state has a real one`, () => {
    const placeholder = { state: 'OH', number: text }
    assert.deepEqual(removePlaceholders([placeholder]), [{ state: 'OH', number: null }])
    const known = { state: 'OH', number: '12345' }
    assert.deepEqual(removePlaceholders([placeholder, known]), [known])
  })

test('without a license state, the credential counts in the state of the practice address', () => {
  const unlicensed = [{ code: '1041C0700X', licenses: [] }]
  const ofMaine = [{ code: '1041C0700X', licenses: [{ state: 'ME', number: null }] }]
  assert.deepEqual(withCredentialCell(unlicensed, 'ASW', 'CA'), [
    { code: '1041C0700X', licenses: [{ state: 'CA', number: null }] },
  ])
  assert.deepEqual(withCredentialCell(ofMaine, 'ASW', 'CA'), ofMaine)
  assert.deepEqual(withCredentialCell(unlicensed, null, 'CA'), unlicensed)
})
