import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

function firstSpecialty(query: string): string | undefined {
  const [code = ''] = parseQuery(query, 'providers', 'hybrid', emptyResources).text.codes.keys()
  return taxonomyOf(code)?.name
}

for (const [query, specialty] of Object.entries({
  'PA ortho': 'physician assistant',
  'derm PA-C': 'physician assistant',
  'NP cardiology': 'nurse practitioner',
  'psychiatric NP': 'psychiatric nurse practitioner',
  'peds OT': 'occupational therapist for children',
  'torticollis PT infant': 'physical therapist for children',
  'sensory integration OT': 'occupational therapist for children',
  'wound care RN': 'ostomy and wound nurse',
  'allergy nurse': 'registered nurse',
  'diabetes nurse': 'diabetes nurse',
}))
  test(`the letters in "${query}" request a ${specialty}`, () =>
    assert.equal(firstSpecialty(query), specialty))

for (const [query, specialty] of Object.entries({
  'pt with new CKD 4, consult nephro': 'nephrologist',
  'pt ortho consult': 'orthopedic surgeon',
  'dermatologist PA': 'dermatologist',
  'nurse midwife': 'midwife',
  'nurse practitioner': 'nurse practitioner',
}))
  test(`the letters in "${query}" request no other profession than a ${specialty}`, () =>
    assert.equal(firstSpecialty(query), specialty))
