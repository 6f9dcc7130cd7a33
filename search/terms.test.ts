import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexTerms, questionTerms } from './terms.ts'

for (const [text, terms] of Object.entries({
  'Heart doctor who speaks Spanish': 'heart doctor speak spanish',
  'JOSÉ NÚÑEZ': 'jose nunez',
  'Ｆｕｌｌ ｗｉｄｔｈ ﬁlm': 'full width film',
  "women's health": 'women health',
  'O’Brien-Smith, M.D.': 'brien smith',
  'therapies diseases knees toes hospitals': 'therapy disease knee toe hospital',
  'illness virus gas IV aids': 'illness virus gas iv aid',
  'B12 and vitamin D': 'b12 vitamin',
  'heart, heart!': 'heart heart',
  'the of a I': '',
  ' \t\n\u0000': '',
  '\uD800 🫀 — …': '',
  '心臓 кардиолог': '心臓 кардиолог',
})) {
  test(`${JSON.stringify(text)} is read as ${JSON.stringify(terms)}`, () => {
    assert.equal(indexTerms(text).join(' '), terms)
  })
}

test('a question keeps each term once, in the order written, and 32 of them', () => {
  assert.deepEqual(questionTerms('knees and the knee: Pain, pain'), ['knee', 'pain'])
  const words = Array.from({ length: 40 }, (_, at) => `word${at}`)
  assert.deepEqual(questionTerms([...words, ...words].join(' ')), words.slice(0, 32))
})

test('a term is cut at 64 characters, alike in documents and questions', () => {
  const word = 'x'.repeat(40_000)
  assert.deepEqual(indexTerms(word), ['x'.repeat(64)])
  assert.deepEqual(questionTerms(word), ['x'.repeat(64)])
})
