import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { namesOwnBodyPart } from './own-body-part.ts'

for (const [query, expected] of [
  ['my shoulder aches from the laptop', true],
  ['typing all day and her left wrist is sore', true],
  ['a new case for my phone', false],
  ['neck of a guitar', false],
] as const)
  test(`${query}: ${expected}`, () => assert.equal(namesOwnBodyPart(wordsOf(query)), expected))
