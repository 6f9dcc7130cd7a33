import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberRecent } from './recent-results.ts'

test('a result is computed once while its text is among the last four, and again afterwards', () => {
  const computed: string[] = []
  const lengthOf = rememberRecent((text) => {
    computed.push(text)
    return text.length
  })
  const texts = ['', 'a', 'a', '', 'bb', 'ccc', 'dddd', '', 'e', 'a']
  assert.deepEqual(texts.map(lengthOf), [0, 1, 1, 0, 2, 3, 4, 0, 1, 1])
  assert.deepEqual(computed, ['', 'a', 'bb', 'ccc', 'dddd', 'e', 'a'])
})
