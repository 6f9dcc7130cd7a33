import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allConcepts } from '../concept.ts'
import { icd10Concepts, readTerms } from './concepts.ts'

const ours = allConcepts()
const ranges = icd10Concepts(ours)

function fieldsOf(term: string): readonly string[] {
  return ranges.filter(({ phrases }) => phrases.some(({ text }) => text === term)).map(({ id }) => id)
}

for (const [term, field] of [
  ['greenstick fracture of shaft of ulna', 'orthopedic-surgery'],
  ['mucopurulent conjunctivitis', 'cornea-and-external-disease'],
  ['intrahepatic cholestasis of pregnancy', 'obstetrics'],
] as const) {
  test(`${term} belongs to ${field}`, () => {
    assert.deepEqual(fieldsOf(term), [field])
  })
}

test('a term names no side and no encounter', () => {
  const terms = readTerms().flatMap((category) => category.terms)
  assert.ok(terms.length > 20_000, String(terms.length))
  assert.deepEqual(
    terms.filter((term) => /\b(?:initial encounter|unspecified|nos|right|left)\b/.test(term)),
    [],
  )
})

test('no category is in two ranges, and every range has terms', () => {
  const counts = Map.groupBy(
    ranges.flatMap(({ phrases }) => phrases.map(({ text }) => text)),
    (text) => text,
  )
  const inSeveral = [...counts.values()].filter((texts) => texts.length > 1)
  // A few terms are in two categories, such as a state and its history.
  assert.ok(inSeveral.length < 0.02 * counts.size, String(inSeveral.length))
  assert.ok(ranges.every(({ codes }) => codes.length > 0))
})

test('a code of a range names the field that has it', () => {
  const range = ranges.find(({ phrases }) => phrases.some(({ text }) => text === 'paradoxical insomnia'))!
  const fieldOf = (wanted: string): string | undefined =>
    range.codes.find(({ code }) => code === wanted)?.field
  assert.equal(fieldOf('2084P0800X'), 'psychiatry')
  assert.equal(fieldOf('207RS0012X'), 'sleep-medicine')
})

test('an unknown concept in the ranges is an error', () => {
  assert.throws(() => icd10Concepts(ours.slice(1)), /is not a concept/)
})
