import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allConcepts, parseConcepts } from './concept.ts'
import { addShortNames, readSpecialtyNames } from './specialty-names.ts'

const concepts = parseConcepts(
  [
    'heart\n  codes: 207RC0000X\n  canonical: cardiology\n  audience: any',
    'child-heart\n  codes: 2080P0202X\n  canonical: pediatric cardiology\n  audience: child\n',
  ].join('\n'),
  'test.txt',
)

test('a specialty has its short names, and that for children has them after each word for a child', () => {
  const names = { forChildren: ['peds', 'child'], shortNames: new Map([['cardiology', ['cardio']]]) }
  const texts = addShortNames(concepts, names).map(({ phrases }) => phrases.map(({ text }) => text))
  assert.deepEqual(texts, [
    ['cardiology', 'cardio'],
    ['pediatric cardiology', 'peds cardio', 'child cardio'],
  ])
})

test('a subspecialty has the short names of its specialty, and a service has none', () => {
  const names = { forChildren: [], shortNames: new Map([['psychiatry', ['psych']]]) }
  const lines = [
    'older\n  codes: 2084P0805X\n  canonical: geriatric psychiatry\n  audience: older',
    'ward\n  codes: 273R00000X\n  canonical: inpatient psychiatry\n  audience: any\n',
  ]
  const texts = addShortNames(parseConcepts(lines.join('\n'), 'test.txt'), names).map(({ phrases }) =>
    phrases.map(({ text }) => text),
  )
  assert.deepEqual(texts, [['geriatric psychiatry', 'geriatric psych'], ['inpatient psychiatry']])
})

test('each specialty of the list is the name of a concept', () => {
  const canonical = new Set(
    allConcepts().flatMap(({ phrases }) =>
      phrases.flatMap(({ text, kind }) => (kind === 'canonical' ? text : [])),
    ),
  )
  for (const specialty of readSpecialtyNames().shortNames.keys())
    assert.ok(canonical.has(specialty) || canonical.has(`pediatric ${specialty}`), specialty)
})
