import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWordsOf } from './clinical-words.ts'

for (const [word, plain] of [
  ['splenitis', 'spleen inflammation'],
  ['ureterolithiasis', 'ureter stones'],
  ['polyneuropathies', 'nerve disease'],
  ['cheilodynia', 'lip pain'],
  ['onychomalacia', 'nail degeneration'],
  ['laryngotracheitis', 'voice box inflammation airways'],
  ['pericholangitis', 'bile duct inflammation'],
  ['hepatosplenomegaly', 'liver enlargement spleen'],
] as const) {
  test(`${word}: ${plain}`, () => assert.equal(plainWordsOf(word)?.join(' '), plain))
}

for (const word of [
  'oklahoma',
  'paloma',
  'sonoma',
  'tacoma',
  'diploma',
  'itis',
  'otis',
  'nancy',
  'therapy',
  'anatomy',
])
  test(`${word} is not made of clinical parts`, () => assert.equal(plainWordsOf(word), null))
