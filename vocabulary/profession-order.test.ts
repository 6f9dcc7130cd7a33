import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConcepts } from './concept.ts'
import { orderProfessions } from './profession-order.ts'

const concepts = orderProfessions(
  parseConcepts(
    `psychotherapy
  codes: 101YP2500X
  roles: psychotherapist
  conditions: sadness, worry, talking it over
  audience: any

psychiatry
  codes: 2084P0800X
  conditions: sadness 0.95, worry 0.5
  audience: any

internal-medicine
  codes: 207R00000X
  conditions: sadness 0.9
  audience: any

dental-care
  codes: 122300000X
  conditions: toothache
  audience: any

emergency-medicine
  codes: 207P00000X
  conditions: toothache 0.95
  audience: any
`,
    'test.txt',
  ),
)

function weightOf(id: string, text: string): number | undefined {
  return concepts.find((concept) => concept.id === id)!.phrases.find((phrase) => phrase.text === text)?.weight
}

test('the physician who shares a condition most precedes the therapist', () => {
  assert.equal(weightOf('psychiatry', 'sadness'), 1)
  assert.equal(weightOf('psychotherapy', 'sadness'), 0.95)
  assert.equal(weightOf('internal-medicine', 'sadness'), 0.9)
})

test('the therapist remains first for what no physician treats as well', () => {
  assert.equal(weightOf('psychotherapy', 'worry'), 1)
  assert.equal(weightOf('psychotherapy', 'talking it over'), 1)
  assert.equal(weightOf('psychotherapy', 'psychotherapist'), 1)
})

test('a dentist remains before a physician', () => assert.equal(weightOf('dental-care', 'toothache'), 1))
