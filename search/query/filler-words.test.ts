import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutFillers } from './filler-words.ts'

const phrases = new Set(['free clinic', 'troubl see night'])
const isPhrase = (stems: readonly string[]): boolean => phrases.has(stems.join(' '))

for (const [question, telling] of Object.entries({
  'the best cardiologist in town': 'cardiologist',
  'gentle and affordable dentist': 'dentist',
  'highly rated board certified dermatologist': 'dermatologist',
  'doctor who listens': 'doctor',
  'wheelchair accessible dentist': 'dentist',
  'young doctor': 'doctor',
  'young adult doctor': 'young adult doctor',
  'free clinic': 'free clinic',
  'free dentist': 'dentist',
  'trouble seeing at night': 'trouble seeing night',
  'best of the best': '',
}))
  test(`"${question}" tells "${telling}"`, () =>
    assert.equal(withoutFillers(wordsOf(question), isPhrase).join(' '), telling))
