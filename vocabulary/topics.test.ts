import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allConcepts, parseConcepts } from './concept.ts'
import { addTopics, allTopics, parseTopics } from './topics.ts'

test('every concept of a topic exists', () => {
  const ids = new Set(allConcepts().map(({ id }) => id))
  const unknown = allTopics().flatMap(({ name, concepts }) =>
    concepts.flatMap(({ text }) => (ids.has(text) ? [] : [`${name}: ${text}`])),
  )
  assert.deepEqual(unknown, [])
})

test('no phrase belongs to two topics', () => {
  const topics = allTopics().flatMap(({ name, phrases }) => phrases.map(({ text }) => ({ name, text })))
  const names = Map.groupBy(topics, ({ text }) => text)
  const repeated = names.entries().filter(([, all]) => all.length > 1)
  assert.deepEqual(
    Array.from(repeated, ([text, all]) => `${text}: ${all.map(({ name }) => name).join(', ')}`),
    [],
  )
})

const concepts = parseConcepts(
  'heart\n  codes: 207RC0000X\n  canonical: cardiology\n  conditions: statin 0.5\n  audience: any\n',
  'test.txt',
)

test('a concept gets the phrases of its topics, and keeps its own weights', () => {
  const topics = parseTopics('statins\n  concepts: heart 0.9\n  phrases: statin, lipitor 0.5\n', 'test.txt')
  const [heart] = addTopics(concepts, topics)
  assert.deepEqual(
    heart!.phrases.map(({ text, weight }) => [text, weight]),
    [
      ['cardiology', 1],
      ['statin', 0.5],
      ['lipitor', 0.45],
    ],
  )
})

for (const [what, text] of [
  ['without concepts', 'statins\n  phrases: statin\n'],
  ['without phrases', 'statins\n  concepts: heart\n'],
] as const) {
  test(`a topic ${what} is rejected with its line`, () => {
    assert.throws(() => parseTopics(text, 'drugs.txt'), /^Error: drugs\.txt, line 1: /)
  })
}
