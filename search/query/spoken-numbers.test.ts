import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { writeSpokenNumbers } from './spoken-numbers.ts'

for (const [spoken, written] of [
  ['allergist near oh two nine oh three', 'allergist near 02903'],
  ['dentist in zip one o zero two eight please', 'dentist in zip 10028 please'],
  ['dentist 0 2 9 0 3', 'dentist 02903'],
  ['one two three', 'one two three'],
  ['one two three four five six', 'one two three four five six'],
  ['two kids need a dentist', 'two kids need a dentist'],
] as const) {
  test(`${spoken}: ${written}`, () => {
    assert.equal(writeSpokenNumbers(wordsOf(spoken)).join(' '), written)
  })
}
