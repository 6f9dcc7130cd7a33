import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locationCard, providerCard } from '../../small-directory.fixture.ts'
import { mayHaveEmergencyRoom } from './emergency-room.ts'

const [specialty] = providerCard().specialties

for (const [kind, code, value, expected] of [
  ['a general hospital', '282N00000X', 'unknown', true],
  ['a critical access hospital', '282NC0060X', 'unknown', true],
  ['a military hospital', '286500000X', 'unknown', true],
  ['a psychiatric hospital', '283Q00000X', 'unknown', false],
  ['a rehabilitation hospital', '283X00000X', 'unknown', false],
  ['a clinic', '261Q00000X', 'unknown', false],
  ['a general hospital without emergency services in a facility list', '282N00000X', 'no', false],
  ['a psychiatric hospital with emergency services in a facility list', '283Q00000X', 'yes', true],
] as const)
  test(`${kind} ${expected ? 'may have' : 'has'} ${expected ? 'an' : 'no'} emergency room`, () => {
    const card = {
      ...locationCard,
      specialties: [{ ...specialty!, code }],
      emergency_services: { ...locationCard.emergency_services, value },
    }
    assert.equal(mayHaveEmergencyRoom(card), expected)
  })

test('a clinician has no emergency room', () => assert.equal(mayHaveEmergencyRoom(providerCard()), false))
