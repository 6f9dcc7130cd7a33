import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { carrierNames } from './carrier-names.fixture.ts'
import { extractCarriers } from './extract-carriers.ts'
import { extractPerson } from './extract-person.ts'
import { extractLocation } from './extract-location.ts'
import { phraseSet, queryTokensMax, TokenCursor } from './token-cursor.ts'
import { extractPreferences } from './extract-preferences.ts'

const names = carrierNames([{ code: 'A', name: 'Blue Cross Blue Shield of Rhode Island', aliases: [] }])
const nowhere = {
  zip: () => null,
  city: () => null,
  usPlace: () => null,
  servedPlace: () => null,
  uniquePlace: () => null,
  isUsPlace: () => false,
  state: () => null,
  usState: () => null,
  stateAt: () => null,
  closestCityName: () => null,
}

const extractors: Readonly<
  Record<string, (words: readonly string[]) => { readonly rest: readonly string[] }>
> = {
  preferences: extractPreferences,
  place: (words) => extractLocation(words, nowhere),
  carriers: (words) => extractCarriers(words, names),
  person: (words) =>
    extractPerson(words, {
      isName: () => false,
      isTopic: () => false,
      isPhrase: () => false,
      isFragment: () => false,
      isSurname: () => false,
      isLikelierName: () => false,
    }),
}

const unusualTexts = {
  nothing: '',
  emoji: '🦷👩‍⚕️'.repeat(80),
  'right to left': 'طبيب قلب رופא '.repeat(36),
  'one word of 40 KB': 'x'.repeat(40_000),
  '40 KB of single letters': 'a '.repeat(20_000),
  'words of objects': 'constructor __proto__ toString hasOwnProperty',
  'languages without end': 'spanish and '.repeat(42),
  'cues without end': 'in the near who takes dr '.repeat(20),
  'genders without end': 'female or male '.repeat(34),
  numbers: '80 year old 02903 '.repeat(28),
  'lone surrogates': '\uD800\uDC00\uD800 \uDC00',
}

for (const [extractor, extract] of Object.entries(extractors)) {
  for (const [kind, text] of Object.entries(unusualTexts)) {
    test(`the ${extractor} extractor reads ${kind} within 50 ms of a cold start and adds no words`, () => {
      const words = wordsOf(text)
      const start = process.cpuUsage()
      const { rest } = extract(words)
      const { user } = process.cpuUsage(start)
      assert.ok(rest.length <= words.length)
      assert.ok(user < 50_000, `${user} µs`)
    })
  }
}

test('leaves words after the token limit', () => {
  const words = Array.from({ length: queryTokensMax + 2 }, () => 'telehealth')
  assert.deepEqual(extractPreferences(words).rest, ['telehealth', 'telehealth'])
})

test('does not match a phrase that contains a consumed word', () => {
  const words = new TokenCursor(['near', 'new', 'york'])
  words.consume(1, 1)
  assert.equal(words.phrase(0, phraseSet(['near new'])), 0)
  assert.equal(words.joined(0, 3), '')
  assert.deepEqual(words.remaining(), ['near', 'york'])
})

test('expands alternatives in a phrase', () => {
  const choices = phraseSet(['in|near my area|town'])
  assert.ok(choices.has('in my town') && choices.has('near my area'))
  assert.equal(choices.wordsMax, 3)
})
