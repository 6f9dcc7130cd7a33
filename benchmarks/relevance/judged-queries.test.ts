import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { taxonomyOf } from '@careatlas/directory/taxonomy'
import { readNewQueries, readQueries } from './judged-queries.ts'

const newQueries = readNewQueries()
const questions = readFileSync(join(import.meta.dirname, 'judge-questions.txt'), 'utf8')
  .trimEnd()
  .split('\n')

test('every code of a new query is an individual code of the taxonomy', () => {
  const codes = new Set(newQueries.flatMap(({ grades }) => [...grades.keys()]))
  assert.deepEqual(
    [...codes].filter((code) => taxonomyOf(code)?.kind !== 'individual'),
    [],
  )
})

test('a new query has one to four best codes, an off-topic one has none', () => {
  for (const { set, query, grades } of newQueries) {
    const best = [...grades.values()].filter((grade) => grade === 2).length
    if (set.startsWith('new-nonsense')) assert.equal(grades.size, 0, query)
    else assert.ok(best >= 1 && best <= 4, query)
  }
})

test('each set of new queries has the same size in both halves', () => {
  const sizes = Object.fromEntries(
    Map.groupBy(newQueries, ({ set }) => set)
      .entries()
      .map(([set, { length }]) => [set, length]),
  )
  const sizeOfHalf = {
    'new-lay': 60,
    'new-textbook': 40,
    'new-caregivers': 30,
    'new-dictated': 30,
    'new-spanish': 20,
    'new-professions': 30,
    'new-nonsense': 10,
  }
  const expected = Object.entries(sizeOfHalf).flatMap(([set, size]) => [
    [`${set} (a)`, size],
    [`${set} (b)`, size],
  ])
  assert.deepEqual(sizes, Object.fromEntries(expected))
})

test('no new query is in another file or repeated', () => {
  const texts = [...newQueries.map(({ query }) => query), ...questions].map((text) => text.toLowerCase())
  const known = new Set(readQueries().map(({ query }) => query.toLowerCase()))
  const seen = new Set<string>()
  for (const text of texts) {
    assert.ok(!known.has(text) && !seen.has(text), text)
    seen.add(text)
  }
})
