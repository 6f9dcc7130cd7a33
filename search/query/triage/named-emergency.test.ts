import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { splitClauses } from './clauses.ts'
import { detectEmergency } from './detect-emergency.ts'
import { harmlessQueries, urgentQueries } from './named-emergency.fixture.ts'

function check(guarantee: string, found: 'body' | null, queries: readonly string[]): void {
  suite(guarantee, () => {
    for (const query of queries)
      test(query, () => assert.equal(detectEmergency(query, wordsOf(query)).emergency, found))
  })
}

check('detects an emergency that is named alone or in the present', 'body', urgentQueries)

check(
  'ignores an emergency that is past, feared, absent, taught, treated or of another person',
  null,
  harmlessQueries,
)

check('a word that makes one clause harmless does not concern another clause', 'body', [
  'previous stroke, now he cannot speak and his arm is weak',
  'no history of asthma. cannot breathe!',
  'afraid of needles but having a heart attack',
  'I took a CPR class, my baby is choking',
])

check('a harmless word away from the name does not hide the emergency', 'body', [
  'he overdosed at the treatment center',
  'worried about a stroke my face is drooping on one side',
  'cannot breathe and ran out of refills',
])

test('detects a danger to oneself in a clause about the emergency of another person', () => {
  const query = 'grieving the overdose of my sister and suicidal'
  assert.equal(detectEmergency(query, wordsOf(query)).emergency, 'mind')
})

suite('splits a query into clauses', () => {
  const beginning = /but/
  const rows: Readonly<Record<string, readonly string[]>> = {
    'fine, now ill but calm': ['fine', 'now ill', 'but calm'],
    "dad's stroke. help!": ['dad stroke', 'help'],
    'well-known pain - left': ['well known pain', 'left'],
    '': [],
  }
  for (const [query, clauses] of Object.entries(rows))
    test(query, () => assert.deepEqual(splitClauses(query, wordsOf(query), beginning), clauses))

  test('as one clause if the words are not those of the query', () =>
    assert.deepEqual(splitClauses('a, b', ['a', 'b', 'c'], beginning), ['a b c']))
})
