/** Places instead of clinicians for the same care, and the reverse. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readKindChange } from './kind-change.ts'

function read(text: string, need = 'physical therapy') {
  return readKindChange(text, { need: { text: need, kind: 'provider', isNamed: false } })
}

describe('places of care', () => {
  for (const text of [
    'not a doctor, a facility',
    'I want a place, not a person',
    'no I mean a center',
    'a facility please',
    'i need a place not a doctor',
    'sorry, a facility instead of a doctor',
    'un lugar, no un doctor',
    'no un médico, un centro',
    'make it places, not people',
    'can you show me centers instead of individuals',
    'a place and not a single doctor please',
    'que sea un lugar, no una persona',
    'prefiero centros en vez de profesionales',
  ])
    test(text, () => assert.equal(read(text), 'location'))
})

describe('clinicians', () => {
  for (const text of [
    'not a place, a doctor',
    'a doctor not a facility',
    'I want an actual person, not a place',
    'a clinician instead of a center',
    'un doctor, no un lugar',
    'show me people instead of places',
    'prefiero personas, no lugares',
  ])
    test(text, () => assert.equal(read(text), 'provider'))
  test('but not for a place by its name', () => assert.equal(read('a doctor, not a place', 'hospital'), null))
})

describe('neither', () => {
  for (const text of [
    'a place in Warwick',
    'not a doctor I know',
    'a doctor',
    'is the place accessible',
    'not a resident',
    'the first place',
    'make it closer',
    'which of these places is open',
  ])
    test(text, () => assert.equal(read(text), null))
  test('without a need', () => assert.equal(readKindChange('a facility please', { need: null }), null))
})
