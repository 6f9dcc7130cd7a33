import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readStaticModel } from '@careatlas/vocabulary/static-model'
import { wordsOf } from '@careatlas/vocabulary/words'
import { detectEmergency } from './detect-emergency.ts'
import { detectHelplines } from './detect-helplines.ts'
import { scoredWordsMax } from './urgency-model.ts'
import { scoreUrgency, urgencyFeatures, urgencyModelId, urgentScoreMin } from './urgent-words.ts'

describe('features', () => {
  test('are stems, classes of numbers, pairs of neighbors and groups of signs', () => {
    assert.deepEqual(
      [...urgencyFeatures(wordsOf('fever of 103'))],
      ['fever', 'of', '#fever', 'fever of', 'of #fever', '<fever>', '<weaker fever>'],
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
  test('have weights that were learned with the vectors of the built-in model', () => {
    assert.equal(urgencyModelId, readStaticModel().id)
  })

  test('are the highest of the spellings', () => {
    const [written, corrected] = [['seizuer'], ['seizure']]
    const scoreOf = (...spellings: readonly string[][]) => scoreUrgency(spellings, corrected).emergency
    assert.equal(scoreOf(corrected, written), Math.max(scoreOf(corrected), scoreOf(written)))
  })

  test('find a danger after the words that the model reads at once', () => {
    const begin = wordsOf('I would like to ask about my plan and the office hours of a clinic '.repeat(4))
    const danger = wordsOf('my roommate will not wake up and her lips look like grape juice')
    assert.ok(begin.length > scoredWordsMax)
    const scores = scoreUrgency([[...begin, ...danger]])
    assert.ok(Math.max(...Object.values(scores)) >= urgentScoreMin, JSON.stringify(scores))
  })

  test('read the spelling that has words', () => {
    const danger = wordsOf('she took a handful of pills and wrote a letter')
    assert.deepEqual(scoreUrgency([[], danger]), scoreUrgency([danger]))
  })

  test('of stop words alone are never urgent', () => {
    assert.equal(scoreUrgency([['the', 'of', 'and']]).emergency, -Infinity)
  })
})

for (const text of [
  'my husband',
  'my ex',
  'my ex husband',
  'my boyfriend',
  'my girlfriend',
  'my stepdad',
  'mi novio',
  'I mean Granite and Tide',
  'I mean Harbor and Pine',
  'ont i halsen',
])
  test(`persons, function words and unknown words are no sign: ${text}`, () => {
    const words = wordsOf(text)
    assert.ok(Object.values(scoreUrgency([words])).every((score) => score < urgentScoreMin))
    assert.equal(detectEmergency(text, words).emergency, null)
    assert.deepEqual(detectHelplines(null, words), [])
  })

for (const phrase of [
  'he was mid sentence and started talking nonsense words',
  'lips and tongue getting big from new pills',
  'my two month old has a fever',
  'my child has a fever and a stiff neck',
  'mi hijo tiene fiebre y rigidez de cuello',
  'toddler with a fever had a seizure',
  'my kid has a fever and is breathing very hard',
  'toddler with a fever, barely rousable',
  'one leg is colder than the other and the pain is killing me',
  'mouth dragging down, drooling on one side',
  'drain cleaner on his skin, blistering',
  'mi hermano dejó una carta y se fue',
  'psychiatrist near me, I am going to kill myself tonight',
  'allergist right now, her throat is closing after the peanuts',
  'waters broke and I am only 27 weeks',
  'se me rompió la fuente y tengo 29 semanas',
])
  test(`the words find an emergency: ${phrase}`, () =>
    assert.notEqual(detectEmergency(phrase, wordsOf(phrase)).emergency, null))

for (const phrase of [
  'hernia, want it fixed',
  'my hair falls out in round patches as big as a coin',
  'ringing in my ears at night',
  'my ankles ache after a long shift',
  'my voice is hoarse after a day of teaching',
  'a pharmacist to review all my pills with me',
  'no chest pain, no shortness of breath, just need my physical',
  'coffee gives me palpitations',
  'toddler with an ear infection and a fever',
  'my toddler has an ear infection and a fever',
  'kid with fever and cough',
  'my 5 year old has a fever of 102 and a runny nose',
  'mi hijo de tres años tiene fiebre y dolor de oído',
])
  test(`the words do not find an emergency: ${phrase}`, () =>
    assert.equal(detectEmergency(phrase, wordsOf(phrase)).emergency, null))
