import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConcepts } from './concept.ts'
import { PhraseIndex, stemsOf } from './phrase-index.ts'

const concepts = parseConcepts(
  `heart
  codes: 207RC0000X
  canonical: cardiology
  roles: heart doctor
  conditions: chest pain, racing heart
  audience: any

surgery
  codes: 208G00000X
  canonical: thoracic surgery
  roles: heart surgeon
  conditions: chest pain 0.5
  audience: any

skin
  codes: 207N00000X
  canonical: dermatology
  roles: skin doctor
  conditions: itchy rash
  audience: any
`,
  'test.txt',
)
const index = new PhraseIndex(concepts)

function scoreByConcept(query: string): Record<string, number> {
  const scores = index.scores(stemsOf(query))
  return Object.fromEntries(concepts.map(({ id }, i) => [id, Number(scores[i]!.toFixed(4))]))
}

test('a whole phrase covers the query', () => assert.equal(scoreByConcept('my heart doctor')['heart'], 1))

test('a phrase counts with its weight', () => {
  const { heart, surgery } = scoreByConcept('chest pain')
  assert.deepEqual([heart, surgery], [1, 0.5])
})

test('a whole phrase is recognized by its stems in order', () => {
  assert.ok(index.isWhole(stemsOf('chest pains')))
  assert.ok(!index.isWhole(stemsOf('pain chest')) && !index.isWhole(stemsOf('chest')))
})

test('half a phrase counts less than half', () => {
  const { surgery } = scoreByConcept('heart doctor')
  assert.ok(surgery! > 0 && surgery! < 0.5, String(surgery))
})

test('the concept that covers more of several complaints ranks first', () => {
  const { heart, skin } = scoreByConcept('chest pain, racing heart and an itchy rash')
  assert.ok(heart! > skin! && skin! > 0)
})

test('words in another order count less', () => {
  assert.ok(scoreByConcept('pain chest')['heart']! < scoreByConcept('chest pain')['heart']!)
})

test('inflected and repeated words are the same words', () => {
  assert.deepEqual(scoreByConcept('itching rashes rash'), scoreByConcept('itchy rash'))
})

test('unknown words do not count', () => {
  assert.deepEqual(scoreByConcept('xyzzy'), { heart: 0, surgery: 0, skin: 0 })
  assert.deepEqual(scoreByConcept('xyzzy itchy rash'), scoreByConcept('itchy rash'))
})
