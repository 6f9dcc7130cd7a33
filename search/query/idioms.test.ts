import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { withoutIdioms } from './idioms.ts'

suite('what is only a turn of speech is left out', () => {
  for (const [question, left] of [
    ['dying to quit smoking', 'quit smoking'],
    ['dentist who does not cost an arm and a leg', 'dentist who does not cost'],
    ['I know it by heart', 'i know it'],
    ['me muero por dejar de fumar', 'dejar de fumar'],
  ] as const)
    test(question, () => assert.equal(withoutIdioms(wordsOf(question)).join(' '), left))
})

suite('what is meant as it stands stays', () => {
  for (const question of [
    'dying at home',
    'my aunt is dying of cancer',
    'pain in my arm and leg',
    'pain in the neck',
  ])
    test(question, () => assert.deepEqual(withoutIdioms(wordsOf(question)), wordsOf(question)))
})
