import assert from 'node:assert/strict'
import test from 'node:test'
import { type StreetAddressCells, parseStreetAddress } from './street-address.ts'

const office: StreetAddressCells = {
  line1: '110 Lockwood St',
  line2: 'Suite 4',
  city: 'Providence',
  state: 'RI',
  zip: '029035501',
  phone: '(401) 555-0100',
}

test('returns an address in the form of the registry', () => {
  assert.deepEqual(parseStreetAddress(office), {
    address: {
      line_1: '110 LOCKWOOD ST',
      line_2: 'SUITE 4',
      city: 'PROVIDENCE',
      state: 'RI',
      postal_code: '02903',
      country: 'US',
    },
    phone: '+14015550100',
    plus4: '5501',
  })
})

const cellsWithoutStreet: Record<string, Partial<StreetAddressCells>> = {
  'no street line': { line1: '', line2: '' },
  'a placeholder for its street': { line1: 'N/A', line2: undefined },
  'a post office box': { line1: 'P.O. Box 9', line2: '' },
  'a box that the post office holds back': { line1: 'CALLER BOX C12', line2: '' },
  'general delivery': { line1: 'General Delivery', line2: '' },
  'neither city nor ZIP code': { city: 'NaN', zip: 'None' },
}
for (const [what, cells] of Object.entries(cellsWithoutStreet)) {
  test(`returns null for an address with ${what}`, () => {
    assert.equal(parseStreetAddress({ ...office, ...cells }), null)
  })
}

test('a street next to a post-office box is an address', () => {
  assert.notEqual(parseStreetAddress({ ...office, line1: 'P O BOX 2040, 12 EAST 42ND ST', line2: '' }), null)
})

const zips: readonly (readonly [written: string, state: string, read: string | null])[] = [
  ['02903', 'RI', '02903'],
  ['02903-5501', 'RI', '02903'],
  ['029035501', 'RI', '02903'],
  ['2903', 'RI', '02903'],
  ['29035501', 'RI', '02903'],
  ['659', 'PR', '00659'],
  ['9211981', 'PR', '00921'],
  ['2903', 'TX', null],
  ['2903', '', null],
  ['2903.0', 'RI', null],
  ['29', 'RI', null],
  ['290', 'RI', null],
  ['K1A 0B1', 'ON', null],
  ['N/A', 'RI', null],
]
for (const [cell, state, expected] of zips) {
  test(`the ZIP code "${cell}" in "${state}" is ${expected ?? 'invalid'}`, () => {
    assert.equal(parseStreetAddress({ ...office, zip: cell, state })?.address.postal_code, expected)
  })
}

const phones: Record<string, string | null> = {
  '401-555-0100 Or 401-555-0101': '+14015550100',
  '401-555-0100 X 7490 Or 877-555-0101 X 7490': '+14015550100',
  'N/A': null,
  '': null,
}
for (const [cell, expected] of Object.entries(phones)) {
  test(`reads the telephone "${cell}" as ${expected ?? 'no number'}`, () => {
    assert.equal(parseStreetAddress({ ...office, phone: cell })?.phone, expected)
  })
}
