import assert from 'node:assert/strict'
import test from 'node:test'
import { type AddressCells, parseRegisteredAddress } from './registered-address.ts'

const clinic: AddressCells = {
  line1: '110 Lockwood  St',
  line2: 'STE 4',
  city: 'Providence',
  state: 'RI',
  postalCode: '029034801',
  country: 'US',
  phone: '4015550100',
}

test('an address is in capitals, with a ZIP code of five digits and a telephone number in E.164', () => {
  assert.deepEqual(parseRegisteredAddress(clinic), {
    address: {
      line_1: '110 LOCKWOOD ST',
      line_2: 'STE 4',
      city: 'PROVIDENCE',
      state: 'RI',
      postal_code: '02903',
      country: 'US',
    },
    phone: '+14015550100',
    plus4: '4801',
  })
})

test('a line loses the comma at its end', () => {
  const comma = parseRegisteredAddress({ ...clinic, line1: 'KM 11.7 PR-2,', line2: 'STE 4 ,' })!.address
  assert.deepEqual([comma.line_1, comma.line_2], ['KM 11.7 PR-2', 'STE 4'])
  const inside = parseRegisteredAddress({ ...clinic, line1: '12 MAIN ST, BLDG 4', line2: ', ,' })!.address
  assert.deepEqual([inside.line_1, inside.line_2], ['12 MAIN ST, BLDG 4', null])
})

test('a fax number is in E.164; without one, the field is omitted', () => {
  assert.equal(parseRegisteredAddress({ ...clinic, fax: '4015550199' })?.fax, '+14015550199')
  assert.ok(!('fax' in parseRegisteredAddress({ ...clinic, fax: '' })!))
})

const extensions: readonly (readonly [phone: string, column: string, kept: string | undefined])[] = [
  ['401-555-0100 x78374', '', '78374'],
  ['4015550100 EXT. 12', '', '12'],
  ['4015550100', '12', '12'],
  ['4015550100', 'EXT 12', '12'],
  ['4015550100 x78', '12', '12'],
  ['4015550100', '12 OR 13', undefined],
  ['4015550100', 'FRONT DESK', undefined],
  ['4015550100', '', undefined],
  ['', '12', undefined],
]
for (const [phone, extension, kept] of extensions) {
  test(`telephone ${JSON.stringify(phone)} and extension ${JSON.stringify(extension)} have the extension ${kept}`, () => {
    assert.equal(parseRegisteredAddress({ ...clinic, phone, extension })?.extension, kept)
  })
}

const postalCodes: readonly (readonly [code: string, country: string, kept: string | null])[] = [
  ['02903', 'US', '02903'],
  ['02903-4801', 'US', '02903'],
  ['029034801', '', '02903'],
  ['L6B 0P9', 'CA', 'L6B 0P9'],
  ['9012202', 'JP', '9012202'],
  ['ne662dh', 'US', 'NE662DH'],
  ['', 'US', null],
]
for (const [code, country, kept] of postalCodes) {
  test(`postal code ${JSON.stringify(code)} in ${JSON.stringify(country)} is ${kept}`, () => {
    assert.equal(parseRegisteredAddress({ ...clinic, postalCode: code, country })?.address.postal_code, kept)
  })
}

test('no country and an unknown country code mean the United States', () => {
  assert.equal(parseRegisteredAddress({ ...clinic, country: '' })?.address.country, 'US')
  assert.equal(parseRegisteredAddress({ ...clinic, country: 'UNITED STATES' })?.address.country, 'US')
  assert.equal(parseRegisteredAddress({ ...clinic, country: 'ca' })?.address.country, 'CA')
})

test('a state with the country UM (uninhabited islands) is in the United States', () => {
  assert.equal(parseRegisteredAddress({ ...clinic, state: 'MA', country: 'UM' })?.address.country, 'US')
  assert.equal(parseRegisteredAddress({ ...clinic, state: 'UM', country: 'UM' })?.address.country, 'UM')
  assert.equal(parseRegisteredAddress({ ...clinic, state: '', country: 'PR' })?.address.country, 'PR')
})

test('cells without an address return null', () => {
  assert.equal(parseRegisteredAddress({ ...clinic, line1: '', city: '<UNAVAIL>', postalCode: '--' }), null)
})
