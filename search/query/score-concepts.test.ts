import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { allConcepts } from '@careatlas/vocabulary/concept'
import { areSentence, scoreConcepts } from './score-concepts.ts'

suite('the share of the meaning', () => {
  const concepts = allConcepts().slice(0, 2)
  const scores = { words: Float32Array.of(1, 0), meaning: Float32Array.of(0, 1) }
  const shareOf = (stemCount: number, isSentence: boolean): number =>
    scoreConcepts(concepts, scores, { stemCount, isSentence }, 'hybrid').scores[1]!
  test('grows with the stems of a long query', () => assert.ok(shareOf(8, false) > shareOf(5, false)))
  test('is greater in a long sentence', () => assert.ok(shareOf(6, true) > shareOf(6, false)))
  test('is the same in a short sentence', () => assert.equal(shareOf(3, true), shareOf(3, false)))
})

for (const [text, expected] of [
  ['can essential tremor be inherited, and how is it treated?', true],
  ['my father has been coughing for weeks', true],
  ['me duele la rodilla, que puedo hacer', true],
  ['cough, fever, sore throat', false],
  ['my knee', false],
  ['heart failure with low ejection fraction', false],
] as const)
  test(`"${text}" is ${expected ? 'a' : 'no'} sentence`, () =>
    assert.equal(areSentence(wordsOf(text)), expected))
