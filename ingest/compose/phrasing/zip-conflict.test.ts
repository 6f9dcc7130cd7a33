import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clinician, organization, places } from '../../places/address-records.fixture.ts'
import { addressOf } from '../fictional-facts.fixture.ts'
import { zipConflictSentences } from './zip-conflict.ts'

const conflicting = (state: string, postal_code = '02903') => ({
  address: { ...addressOf('593 EDDY ST', 'PROVIDENCE'), state, postal_code },
  address_conflict: 'zip_in_another_state' as const,
})

const sentences: readonly (readonly [state: string, text: string])[] = [
  ['TN', 'The registered ZIP code is not in Tennessee.'],
  ['DC', 'The registered ZIP code is not in the District of Columbia.'],
  ['VI', 'The registered ZIP code is not in the U.S. Virgin Islands.'],
  ['AE', 'The registered ZIP code is not one of military mail, as the state is.'],
]
for (const [state, text] of sentences)
  test(`a text about conflicting states contains: ${text}`, () => {
    assert.deepEqual(
      zipConflictSentences([conflicting(state)]).map((sentence) => sentence.text),
      [text],
    )
  })

test('a text does not mention an address whose ZIP code and state agree', () => {
  assert.deepEqual(zipConflictSentences([{ ...conflicting('RI'), address_conflict: null }]), [])
})

test('a place with the ZIP code of another state has no point, and its summary states the conflict', () => {
  const { address } = conflicting('TN')
  const registered = { registered: { address, phone: null } }
  for (const record of [
    clinician('1000000001', registered),
    organization('1000000011', 'HEART CLINIC', {}, registered),
  ]) {
    const [place] = places(record)
    for (const { lat, lng, geo_precision, address_conflict } of [
      place!.card,
      place!.practices[0]!.location,
    ]) {
      assert.deepEqual([lat, lng, geo_precision], [null, null, null])
      assert.equal(address_conflict, 'zip_in_another_state')
    }
    assert.match(place!.card.summary, /The registered ZIP code is not in Tennessee\./)
  }
})
