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
  ['an m r i of my knee', 'an mri of my knee'],
  ['the m r i i need', 'the mri i need'],
  ['the a b a people', 'the aba people'],
  ['a c t scan', 'a ct scan'],
  ['a f i b again', 'afib again'],
  ['i v f', 'ivf'],
  ['a d o t physical', 'a dot physical'],
  ['says his r like a w', 'says his r like a w'],
  ['vitamin d i take', 'vitamin d i take'],
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
