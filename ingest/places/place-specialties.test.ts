import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeSpecialties } from './place-specialties.ts'

type SpecialtyFacts = Parameters<typeof placeSpecialties>[0]

function createFacts(own: readonly string[] | null, roster: readonly (string | null)[]): SpecialtyFacts {
  return {
    name: null,
    organization: own && { taxonomyCodes: own },
    roster: roster.map((taxonomyCode) => ({ taxonomyCode })),
    emergency: null,
  }
}

function getWeights(facts: SpecialtyFacts): Record<string, number> {
  return Object.fromEntries(placeSpecialties(facts).map(({ code, weight }) => [code, weight]))
}

test('the codes of the organization weigh more than the most common field of the roster', () => {
  const roster = [...Array.from({ length: 8 }, () => '207RC0000X'), '208000000X', '207N00000X', null]
  assert.deepEqual(getWeights(createFacts(['282N00000X', '261QE0002X'], roster)), {
    '282N00000X': 1,
    '261QE0002X': 0.85,
    '207RC0000X': 0.9,
    '208000000X': 0.6,
    '207N00000X': 0.6,
  })
})

test('a code of both the organization and the roster counts once, with the greater weight', () => {
  assert.deepEqual(getWeights(createFacts(['207RC0000X'], ['207RC0000X'])), { '207RC0000X': 1 })
})

test('a place without an organization has the fields of its roster', () => {
  assert.deepEqual(getWeights(createFacts(null, ['207RC0000X', '208000000X'])), {
    '207RC0000X': 0.9,
    '208000000X': 0.9,
  })
})

test('a place without occupants and codes has no specialties', () =>
  assert.deepEqual(getWeights(createFacts(null, [])), {}))

test('emergency services that a source states weigh as much as the primary code of the organization', () => {
  const general = { '282N00000X': 1 }
  for (const [value, fields] of [
    [true, { ...general, '261QE0002X': 1 }],
    [false, general],
  ] as const) {
    const emergency = { value, source: 'cms_facilities', asOf: '2026-10-01' }
    assert.deepEqual(getWeights({ ...createFacts(['282N00000X'], []), emergency }), fields)
  }
})

function getHospitalWeights(name: string, listedHospital: boolean): Record<string, number> {
  const organization = { taxonomyCodes: ['282N00000X', '207RC0000X'], listedHospital }
  return getWeights({ name, organization, roster: [], emergency: null })
}

test('the hospital code weighs less without a listing, and least if the name does not confirm it', () => {
  assert.deepEqual(getHospitalWeights('Harbor Hospital', true), { '282N00000X': 1, '207RC0000X': 0.85 })
  assert.deepEqual(getHospitalWeights('Harbor Hospital', false), { '282N00000X': 0.85, '207RC0000X': 0.85 })
  for (const name of ['Harbor', 'Harbor Chiropractic, Inc.', 'Harbor Hospital Pharmacy'])
    assert.equal(getHospitalWeights(name, false)['282N00000X'], 0.6, name)
})
