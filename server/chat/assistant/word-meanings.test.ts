import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PhraseIndex } from '@careatlas/vocabulary/phrase-index'
import type { Meaning } from './meaning-features.ts'
import { readMeanings } from './word-meanings.ts'

const phrases = new PhraseIndex()

/** The meaning with the greatest share of each word that is not only another word. */
function read(text: string, isFollowUp = false): Readonly<Record<string, Meaning>> {
  const found = readMeanings(text, isFollowUp, phrases).map(({ word, shares }) => {
    const entries = Object.entries(shares) as readonly (readonly [Meaning, number])[]
    return [word, entries.toSorted((one, other) => other[1] - one[1])[0]![0]] as const
  })
  return Object.fromEntries(found.filter(([, meaning]) => meaning !== 'other'))
}

describe('the meanings of words', () => {
  for (const [text, expected] of [
    [
      'my podiatrist retired, so I need a new foot doctor near Bristol',
      { podiatrist: 'mentioned care', foot: 'care', doctor: 'care', bristol: 'place' },
    ],
    ['not in Providence please, Cranston is fine', { providence: 'mentioned place', cranston: 'place' }],
    [
      'mi esposo trabaja en Boston pero vivimos en Attleboro, busco un dentista',
      { boston: 'mentioned place', attleboro: 'place', dentista: 'care' },
    ],
    [
      'I had my gallbladder out in Worcester last year',
      { gallbladder: 'mentioned care', worcester: 'mentioned place' },
    ],
  ] as const)
    test(text, () => {
      const meanings = read(text)
      for (const [word, meaning] of Object.entries(expected)) assert.equal(meanings[word], meaning, word)
    })

  test('the shares of a word have the sum 1, and the text from its start to its end is the word', () => {
    const text = 'Dermatologist\tin  Newport?'
    for (const { from, to, word, shares } of readMeanings(text, false, phrases)) {
      assert.ok(Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
      assert.equal(text.slice(from, to).toLowerCase(), word)
    }
  })

  test('a text without words has none', () => assert.deepEqual(readMeanings(' \t', true, phrases), []))
})
