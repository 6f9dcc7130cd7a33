import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyResources } from './empty-resources.fixture.ts'
import { joinWords } from './join-words.ts'
import type { QueryResources } from './query-resources.ts'

const withTown: QueryResources = { ...emptyResources, isTownWord: (word) => word === 'hayfever' }

for (const [query, words] of [
  ['bad heart burn', 'bad heartburn'],
  ['sun burn', 'sunburn'],
  ['a c pap mask', 'a cpap mask'],
  ['b complex', 'b complex'],
  ['hayfever', 'hay fever'],
  ['sorethroat and cough', 'sore throat and cough'],
  ['eyedoctor', 'eye doctor'],
  ['heart doctor', 'heart doctor'],
  ['hot flashes', 'hot flashes'],
  ['dermatologist', 'dermatologist'],
] as const) {
  test(`${query}: ${words}`, () => {
    assert.equal(joinWords(query.split(' '), emptyResources).join(' '), words)
  })
}

test('does not part the name of a town', () => {
  assert.deepEqual(joinWords(['hayfever'], withTown), ['hayfever'])
})
