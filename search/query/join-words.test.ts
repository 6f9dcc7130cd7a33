import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carrierNames } from './carrier-names.fixture.ts'
import { createGazetteer } from './gazetteer.ts'
import { joinWords } from './join-words.ts'
import { defaultVocabulary, type QueryResources } from './query-resources.ts'

const resources: QueryResources = {
  ...defaultVocabulary(),
  gazetteer: createGazetteer([]),
  carriers: carrierNames([]),
  isName: () => false,
  isPlaceName: () => false,
  isCommonSurname: () => false,
  isCommonPlaceName: () => false,
  resolvesPlaces: true,
  isTownWord: (word) => word === 'hayfever',
  isCommonName: () => false,
}
const elsewhere: QueryResources = { ...resources, isTownWord: () => false }

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
    assert.equal(joinWords(query.split(' '), elsewhere).join(' '), words)
  })
}

test('does not part the name of a town', () => {
  assert.deepEqual(joinWords(['hayfever'], resources), ['hayfever'])
})
