import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { usContacts } from '@careatlas/search/notices'
import { parseQuery } from '@careatlas/search/query/parse-query'
import type { QueryResources } from '@careatlas/search/query/query-resources'
import { readUrgency } from './read-urgency.ts'
import { emptyResources } from '@careatlas/search/query/empty-resources.fixture'

/** Those of a directory without records. */
const resources: QueryResources = {
  ...emptyResources,
  vectors: null,
}

function read(text: string, previous: string | null = null, isDescription = true) {
  const parsed = [parseQuery(text, 'providers', 'lexical', resources)]
  return readUrgency({ pieces: [text], parsed, previous, isDescription, contacts: usContacts })
}

const needsCare = (...parameters: Parameters<typeof read>) => read(...parameters).needsEmergencyCare
const kinds = (...parameters: Parameters<typeof read>) => read(...parameters).notices.map(({ kind }) => kind)

describe('an emergency beside the name of a field', () => {
  test('is one if it happens now', () => {
    const found = read(
      'neurologist please, my wifes face is drooping and she cant talk right since 20 minutes',
    )
    assert.deepEqual([found.notices[0]?.kind, found.needsEmergencyCare], ['emergency', true])
  })

  for (const text of [
    'stroke neurologist',
    'pulmonologist for shortness of breath and dizzy spells',
    'seizure specialist',
  ])
    test(`"${text}" is only a search`, () => assert.deepEqual(kinds(text), []))
})

test('signs in two messages are read together, but an earlier emergency does not repeat itself', () => {
  const [first, second] = ['stung by a bee', 'my lips are swelling up']
  assert.deepEqual([needsCare(first), needsCare(second), needsCare(second, first)], [false, false, true])
  assert.deepEqual(kinds('a dentist in warwick', 'crushing chest pain and my arm is numb'), [])
})

test('a message that describes nothing has no notice by the scores of its words', () => {
  assert.deepEqual(kinds('and the first?', null, false), [])
  assert.deepEqual(kinds('i want to kill myself', null, false), ['crisis'])
})
