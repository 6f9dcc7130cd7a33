import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, Spelling } from './spelling.ts'

const spelling = new Spelling(
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

for (const [written, corrected] of [
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
  test(`${written} ${corrected === null ? 'is not corrected' : `is corrected to ${corrected}`}`, () =>
    assert.equal(spelling.correct(written), corrected))
}

test('prefers a more common word at one edit to a word with the same sound', () => {
  const words = new Spelling(
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

function placesOf(word: string): readonly number[] {
  return Array.from(word, (_, place) => place)
}

test('every single edit of a word, and every pair of deletions in a long one, is corrected', () => {
  const [short, long] = ['heart', 'dermatologist']
  const single = (word: string) =>
    placesOf(word).flatMap((place) => {
      const [before, after] = [word.slice(0, place), word.slice(place + 1)]
      return [before + after, `${before}w${after}`, `${before}w${word.slice(place)}`]
    })
  const pairs = placesOf(long).flatMap((first) =>
    placesOf(long).map(
      (second) => long.slice(0, first) + long.slice(first + 1, second) + long.slice(second + 1),
    ),
  )
  const twice = pairs.filter((text) => text.length === long.length - 2 && text[0] === long[0])
  for (const text of [...single(long), ...twice]) assert.equal(spelling.correct(text), long, text)
  for (const text of single(short).filter(({ length }) => length >= short.length))
    assert.equal(spelling.correct(text), short, text)
})

test('a word of 40 KB takes no time', () => {
  assert.equal(spelling.correct('a'.repeat(64)), null)
})
