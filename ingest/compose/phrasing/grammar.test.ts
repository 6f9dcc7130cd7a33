import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allTaxonomies } from '@careatlas/directory/taxonomy'
import { countInWords, joinClauses, joinList, toSentence, withArticle } from './grammar.ts'

const articles = [
  'a family nurse practitioner',
  'an internist',
  'a urologist',
  'a unit nurse',
  'an eye doctor',
  'an OB-GYN',
  'an ER doctor',
  'an MRI technologist',
  'a CT technologist',
  'an ICU nurse',
  'a NICU nurse',
  'an LPN',
  'an EKG technician',
  'an X-ray technician',
  'an ultrasound technician',
  'an HIV nurse',
  'an uninsured clinic',
  'a hospitalist',
  'a US clinic',
  'an IVF clinic',
  'a DNA lab',
  'an ENT doctor',
  'an ABA technician',
  'an audiologist',
  'a one-day clinic',
]

for (const phrase of articles) {
  test(`the article of "${phrase}" follows its pronunciation`, () => {
    assert.equal(withArticle(phrase.slice(phrase.indexOf(' ') + 1)), phrase)
  })
}

test('every taxonomy that starts with a vowel letter takes "an", except before the sounds of "you" and "one"', () => {
  const names = [...allTaxonomies()].flatMap(({ name, plain }) => (plain === null ? [name] : [name, plain]))
  const exceptions = names.filter((name) => /^[aeiou]/.test(name) !== withArticle(name).startsWith('an '))
  for (const name of exceptions) assert.match(name, /^(?:[A-Z]|u[rs]|uni|hour|heir)/, name)
})

test('a comma separates an item that contains "and"', () => {
  assert.equal(joinList(['asthma', 'anxiety and depression']), 'asthma, and anxiety and depression')
  assert.equal(joinList(['a and b', 'c', 'd']), 'a and b, c, and d')
})

test('semicolons separate clauses that contain commas', () => {
  assert.deepEqual([['a'], ['a, b', 'c'], ['a, b', 'c', 'd']].map(joinClauses), [
    'a',
    'a, b, and c',
    'a, b; c; and d',
  ])
})

test('a list has no comma before its last item', () => {
  assert.deepEqual(
    [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => joinList(items)),
    ['', 'a', 'a and b', 'a, b and c'],
  )
})

test('numbers are words up to twenty, then digits', () => {
  assert.deepEqual([0, 1, 14, 20, 21, 1203].map(countInWords), [
    'no',
    'one',
    'fourteen',
    'twenty',
    '21',
    '1,203',
  ])
})

test('a sentence starts with a capital and ends with one full stop', () => {
  assert.deepEqual(['she practices', 'he is John Smith Jr.'].map(toSentence), [
    'She practices.',
    'He is John Smith Jr.',
  ])
})
