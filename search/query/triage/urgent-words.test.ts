import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { scoreUrgency, urgencyFeatures } from './urgent-words.ts'

describe('features', () => {
  test('are stems, classes of numbers and pairs of neighbors', () => {
    assert.deepEqual(
      [...urgencyFeatures(wordsOf('fever of 103'))],
      ['fever', 'of', '#fever', 'fever of', 'of #fever'],
    )
  })

  test('tell a temperature from another number of three digits and from a number of two', () => {
    for (const [number, feature] of [
      ['103', '#fever'],
      ['180', '#3'],
      ['34', '#2'],
      ['7', '#1'],
    ] as const)
      assert.deepEqual([...urgencyFeatures([number])], [feature])
  })
})

describe('scores', () => {
  test('are the highest of the spellings', () => {
    const written = scoreUrgency(['seizuer']).emergency
    const corrected = scoreUrgency(['seizure']).emergency
    assert.equal(scoreUrgency(['seizuer'], ['seizure']).emergency, Math.max(written, corrected))
  })

  test('of stop words alone are never urgent', () => {
    assert.equal(scoreUrgency(['the', 'of', 'and']).emergency, -Infinity)
  })
})

for (const phrase of [
  'he was mid sentence and started talking nonsense words',
  'lips and tongue getting big from new pills',
])
  test(`the words find an emergency: ${phrase}`, () =>
    assert.notEqual(detectEmergency(phrase, wordsOf(phrase)).emergency, null))

for (const phrase of [
  'hernia, want it fixed',
  'no chest pain, no shortness of breath, just need my physical',
  'coffee gives me palpitations',
])
  test(`the words do not find an emergency: ${phrase}`, () =>
    assert.equal(detectEmergency(phrase, wordsOf(phrase)).emergency, null))
