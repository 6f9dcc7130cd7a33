import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutFillers, withoutIdioms } from './filler-words.ts'

const phrases = new Set(['free clinic', 'troubl see night', 'grade 2'])
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
  'it hurts and it won’t stop since two or three weeks': 'hurts stop',
  'my mother has gout and her old doctor retired': 'mother gout',
  'the doctor said my kidneys are weak': 'kidneys weak',
  'my old doctor retired': 'doctor retired',
  'tight chest when mowing the lawn': 'tight chest',
  'someone for mowing the lawn': 'mowing lawn',
  'I cough up junk and I quit smoking ten years ago': 'cough up junk',
  'coughing and I don’t smoke': 'coughing',
  'help me quit smoking': 'quit smoking',
  'cough for like 3 weeks': 'cough',
  'fever since 3 days': 'fever',
  'grade 2 sprain': 'grade 2 sprain',
  'I am a nurse and I hurt my back': 'hurt back',
  'I am a nurse': 'nurse',
  'my face hurts and nothing is wrong with my teeth': 'face hurts nothing wrong teeth',
  'my face hurts and there is nothing wrong with my teeth': 'face hurts',
}))
  test(`"${query}" leaves "${remaining}"`, () =>
    assert.equal(withoutFillers(wordsOf(query), isPhrase).join(' '), remaining))

suite('removes idioms', () => {
  for (const [query, remaining] of [
    ['dying to quit smoking', 'quit smoking'],
    ['dentist who does not cost an arm and a leg', 'dentist who does not cost'],
    ['I know it by heart', 'i know it'],
    ['my teeth are moving back', 'my teeth are'],
    ['I push it back in', 'i push'],
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
