import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressConflict } from './address-conflict.ts'

/** State, ZIP code, country, and whether they conflict. */
const cases: readonly (readonly [
  state: string | null,
  zip: string | null,
  country: string,
  conflict: boolean,
])[] = [
  ['TN', '37203', 'US', false],
  ['TN', '372034801', 'US', false],
  ['TN', '42101', 'US', true],
  ['TENNESSEE', '42101', 'US', true],
  ['TN', '42223', 'US', false], // Fort Campbell is in Kentucky and Tennessee
  ['KY', '42223', 'US', false],
  ['OH', '42223', 'US', true],
  ['ID', '83414', 'US', false], // a prefix of Idaho and Wyoming
  ['WY', '83414', 'US', false],
  ['UT', '83414', 'US', true],
  ['NY', '06390', 'US', false], // Fishers Island
  ['PR', '00901', 'US', false],
  ['FL', '00901', 'US', true],
  [null, '00901', 'PR', false],
  [null, '33101', 'PR', true],
  ['GU', '96910', 'US', false],
  ['MP', '96950', 'US', false],
  ['HI', '96799', 'US', false],
  ['AE', '09012', 'US', false],
  ['AE', '30905', 'US', true],
  ['GA', '09012', 'US', true],
  ['FM', '96941', 'US', false],
  ['TN', '00000', 'US', false],
  ['TN', null, 'US', false],
  [null, '37203', 'US', false],
  ['NOWHERE', '37203', 'US', false],
  ['ON', '37203', 'CA', false],
]
for (const [state, postal_code, country, conflict] of cases) {
  test(`${state} ${postal_code} ${country} ${conflict ? 'contradict' : 'do not contradict'} each other`, () => {
    const address = { line_1: '1 ELM ST', line_2: null, city: 'ALDERTON', state, postal_code, country }
    assert.equal(addressConflict(address), conflict ? 'zip_in_another_state' : null)
  })
}
