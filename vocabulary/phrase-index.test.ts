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

function scoresOf(question: string): Record<string, number> {
  const scores = index.scores(stemsOf(question))
  return Object.fromEntries(concepts.map(({ id }, at) => [id, Number(scores[at]!.toFixed(4))]))
}

test('a whole phrase covers the query', () => assert.equal(scoresOf('my heart doctor')['heart'], 1))

test('a phrase counts with its weight', () => {
  const { heart, surgery } = scoresOf('chest pain')
  assert.deepEqual([heart, surgery], [1, 0.5])
})

test('a whole phrase is recognized by its stems in order', () => {
  assert.ok(index.isWhole(stemsOf('chest pains')))
  assert.ok(!index.isWhole(stemsOf('pain chest')) && !index.isWhole(stemsOf('chest')))
})

test('half a phrase counts less than half', () => {
  const { surgery } = scoresOf('heart doctor')
  assert.ok(surgery! > 0 && surgery! < 0.5, String(surgery))
})

test('the concept that covers more of several complaints ranks first', () => {
  const { heart, skin } = scoresOf('chest pain, racing heart and an itchy rash')
  assert.ok(heart! > skin! && skin! > 0)
})

test('words in another order count less', () => {
  assert.ok(scoresOf('pain chest')['heart']! < scoresOf('chest pain')['heart']!)
})

test('inflected and repeated words are the same words', () => {
  assert.deepEqual(scoresOf('itching rashes rash'), scoresOf('itchy rash'))
})

test('unknown words do not count', () => {
  assert.deepEqual(scoresOf('xyzzy'), { heart: 0, surgery: 0, skin: 0 })
  assert.deepEqual(scoresOf('xyzzy itchy rash'), scoresOf('itchy rash'))
})
