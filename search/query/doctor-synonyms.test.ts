import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyResources } from './empty-resources.fixture.ts'
import { parseQuery } from './parse-query.ts'

const firstConcept = (query: string): string | undefined =>
  parseQuery(query, 'providers', 'hybrid', emptyResources).care[0]?.id

for (const [field, concept] of Object.entries({
  heart: 'cardiology',
  kidney: 'nephrology',
  skin: 'dermatology',
  foot: 'podiatry',
  hip: 'orthopedic-surgery',
}))
  for (const query of ['doctor', 'dr', 'physician', 'clinician', 'expert', 'guy', 'lady'].map(
    (word) => `${field} ${word}`,
  ))
    test(`${query} is ${concept}`, () => assert.equal(firstConcept(query), concept))

for (const [query, concept] of Object.entries({
  'dr for thyroid': 'endocrinology',
  'family physician': 'family-medicine',
  'emergency physician': 'emergency-medicine',
  'physician assistant': 'physician-assistant',
  'man with a kidney stone': 'kidney-stones',
}))
  test(`${query} is ${concept}`, () => assert.equal(firstConcept(query), concept))
