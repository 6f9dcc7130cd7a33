import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutFillers, withoutIdioms } from './filler-words.ts'

const phrases = new Set(['free clinic', 'troubl see night'])
const isPhrase = (stems: readonly string[]): boolean => phrases.has(stems.join(' '))

for (const [query, remaining] of Object.entries({
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
  'me duele la rodilla al subir escaleras': 'duele rodilla',
  'dolor de cadera cuando bajo las gradas': 'dolor cadera',
  'me agito al subir escaleras': 'agito subir escaleras',
}))
  test(`"${query}" leaves "${remaining}"`, () =>
    assert.equal(withoutFillers(wordsOf(query), isPhrase).join(' '), remaining))

suite('removes idioms', () => {
  for (const [query, remaining] of [
    ['dying to quit smoking', 'quit smoking'],
    ['dentist who does not cost an arm and a leg', 'dentist who does not cost'],
    ['I know it by heart', 'i know it'],
    ['me muero por dejar de fumar', 'dejar de fumar'],
  ] as const)
    test(query, () => assert.equal(withoutIdioms(wordsOf(query)).join(' '), remaining))
})

suite('keeps literal phrases', () => {
  for (const query of [
    'dying at home',
    'my aunt is dying of cancer',
    'pain in my arm and leg',
    'pain in the neck',
  ])
    test(query, () => assert.deepEqual(withoutIdioms(wordsOf(query)), wordsOf(query)))
})
