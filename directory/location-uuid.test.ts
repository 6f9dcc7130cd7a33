import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './address.ts'
import { locationUuid, uuidV5 } from './location-uuid.ts'

const office = {
  line_1: '110 LOCKWOOD ST',
  line_2: 'STE 4',
  city: 'PROVIDENCE',
  state: 'RI',
  postal_code: '029034801',
  country: 'US',
}

test('the UUID is the one that RFC 9562 gives as its example of version 5', () => {
  const dns = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex')
  assert.equal(uuidV5(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('the identifier of a place never changes', () => {
  assert.equal(
    locationUuid(addressKey(office), 'EXAMPLE HEART CLINIC'),
    '11061e8d-2083-50e6-bad7-a4e594028922',
  )
})

test('two spellings of one place have the same identifier', () => {
  const spelled = { ...office, line_1: '110 Lockwood Street, Suite 4', line_2: null, postal_code: '02903' }
  assert.equal(
    locationUuid(addressKey(spelled), '1000000012'),
    locationUuid(addressKey(office), '1000000012'),
  )
})

test('two organizations at one address, and two units of one building, have different identifiers', () => {
  const key = addressKey(office)
  assert.notEqual(locationUuid(key, '1000000012'), locationUuid(key, '1000000020'))
  assert.notEqual(locationUuid(key, ''), locationUuid(addressKey({ ...office, line_2: null }), ''))
})
