import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, SpellingCorrector } from './spelling.ts'

const spelling = new SpellingCorrector(
  new Map([
    ['cardiologist', 5],
    ['dermatologist', 5],
    ['heart', 9],
    ['hearth', 1],
    ['braces', 4],
    ['traces', 2],
    ['knee', 3],
    ['therapist', 8],
  ]),
)

for (const [misspelled, corrected] of [
  ['cardioligist', 'cardiologist'],
  ['cardilogist', 'cardiologist'],
  ['cradiologist', 'cardiologist'],
  ['dermatoligst', 'dermatologist'],
  ['theripist', 'therapist'],
  ['haert', 'heart'],
  ['hearrt', 'heart'],
  ['bbraces', 'braces'],
  ['hert', 'heart'],
  ['eart', null],
  ['kene', 'knee'],
  ['nkee', null],
  ['heart', null],
  ['kne', null],
  ['knees1', null],
  ['asdfgh', null],
  ['cardiology', null],
  ['kardiologist', 'cardiologist'],
  ['nee', null],
  ['brases', 'braces'],
  ['therapysst', 'therapist'],
] as const) {
  test(`${misspelled} ${corrected === null ? 'is not corrected' : `is corrected to ${corrected}`}`, () =>
    assert.equal(spelling.correct(misspelled), corrected))
}

test('prefers a more common word at one edit to a word with the same sound', () => {
  const words = new SpellingCorrector(
    new Map([
      ['speech', 9],
      ['seek', 1],
    ]),
  )
  assert.equal(words.correct('seech'), 'speech')
})

test('prefers the more common of two equally near words', () =>
  assert.equal(spelling.correct('hraces'), 'braces'))

for (const [a, b, distance] of [
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['abc', 'ab', 1],
  ['abc', 'abcd', 1],
  ['abcd', 'badc', 2],
] as const) {
  test(`${a} and ${b} are ${distance} edits apart`, () => assert.equal(editDistance(a, b, 2), distance))
}

function listPositions(word: string): readonly number[] {
  return Array.from(word, (_, position) => position)
}

test('every single edit of a word, and every pair of deletions in a long one, is corrected', () => {
  const [short, long] = ['heart', 'dermatologist']
  const singleEdits = (word: string) =>
    listPositions(word).flatMap((position) => {
      const [before, after] = [word.slice(0, position), word.slice(position + 1)]
      return [before + after, `${before}w${after}`, `${before}w${word.slice(position)}`]
    })
  const pairs = listPositions(long).flatMap((first) =>
    listPositions(long).map(
      (second) => long.slice(0, first) + long.slice(first + 1, second) + long.slice(second + 1),
    ),
  )
  const doubleDeletions = pairs.filter((text) => text.length === long.length - 2 && text[0] === long[0])
  for (const text of [...singleEdits(long), ...doubleDeletions])
    assert.equal(spelling.correct(text), long, text)
  for (const text of singleEdits(short).filter(({ length }) => length >= short.length))
    assert.equal(spelling.correct(text), short, text)
})

test('a word of 40 KB takes no time', () => {
  assert.equal(spelling.correct('a'.repeat(64)), null)
})
