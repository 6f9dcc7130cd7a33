import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexTerms, queryTerms } from './terms.ts'

for (const [text, terms] of Object.entries({
  'Heart doctor who speaks Spanish': 'heart doctor speak spanish',
  'JOSÉ NÚÑEZ': 'jose nunez',
  'Ｆｕｌｌ ｗｉｄｔｈ ﬁlm': 'full width film',
  "women's health": 'women health',
  'O’Brien-Smith, M.D.': 'brien smith obriensmith',
  "O'Brien d’Angelo don't": 'brien obrien angelo dangelo don',
  'therapies diseases knees toes hospitals': 'therapy disease knee toe hospital',
  'illness virus gas IV aids': 'illness virus gas iv aid',
  'B12 and vitamin D': 'b12 vitamin',
  'heart, heart!': 'heart heart',
  'the of a I': '',
  'OB-GYN': 'ob gyn obgyn',
  'X-rays, follow‑up': 'ray xray follow up followup',
  'heart- and -lung': 'heart lung',
  '12345 at 110 B12 5th 340B ٣٤ 2024-01': 'b12 5th 340b',
  ' \t\n\u0000': '',
  '\uD800 🫀 — …': '',
  '心臓 кардиолог': '心臓 кардиолог',
})) {
  test(`${JSON.stringify(text)} has the terms ${JSON.stringify(terms)}`, () => {
    assert.equal(indexTerms(text).join(' '), terms)
  })
}

test('a query has each term once, in the order of the text, up to 32', () => {
  assert.deepEqual(queryTerms('knees and the knee: Pain, pain'), ['knee', 'pain'])
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`)
  assert.deepEqual(queryTerms([...words, ...words].join(' ')), words.slice(0, 32))
})

for (const [text, query] of [
  ['OB-GYN clinic', 'OBGYN'],
  ['OB-GYN clinic', 'ob gyn'],
  ['OB-GYN clinic', 'OB-GYN'],
  ['X-rays of the chest', 'xray'],
  ['X-rays of the chest', 'X-Ray'],
  ['long-term care', 'longterm'],
] as const) {
  test(`${JSON.stringify(text)} contains every term of the query ${JSON.stringify(query)}`, () => {
    const terms = queryTerms(query)
    assert.ok(terms.length > 0)
    assert.deepEqual(
      terms.filter((term) => !indexTerms(text).includes(term)),
      [],
    )
  })
}

test('a query of digits has no terms', () => {
  assert.deepEqual(queryTerms('12345 02903-1234'), [])
})

test('a term is truncated to 64 characters, in documents and queries', () => {
  const word = 'x'.repeat(40_000)
  assert.deepEqual(indexTerms(word), ['x'.repeat(64)])
  assert.deepEqual(queryTerms(word), ['x'.repeat(64)])
})
