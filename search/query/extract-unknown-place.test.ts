import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractUnknownPlace } from './extract-unknown-place.ts'

const gazetteer = {
  isUsPlace: (name: string) => ['cedar falls', 'warren', 'bath', 'may', 'left hand'].includes(name),
}
const isKnown = (word: string): boolean =>
  /^(?:dentist|pain|knee|cedar|central|falls|warren|orange|juice|left|hand|bath|may)$/.test(word)

for (const [query, name, rest, lacksState] of [
  ['dentist near zorbotown', 'zorbotown', 'dentist', false],
  ['dentist in north zorbotown tx', 'north zorbotown tx', 'dentist', false],
  ['dentist in cedar falls', 'cedar falls', 'dentist', true],
  ['dentist in cedar falls today', 'cedar falls', 'dentist today', true],
  ['dentist in cedar falls tx', 'cedar falls tx', 'dentist', false],
  ['dentist near warren', 'warren', 'dentist', true],
  ['dentist in warren', 'warren', 'dentist', true],
  ['dentist in bath', 'bath', 'dentist', true],
  ['dentist in 99999', '99999', 'dentist', false],
  ['dentist near 00000 please', '00000', 'dentist please', false],
  ['dentist 99999', '99999', 'dentist', false],
  ['procedure code 99999', null, 'procedure code 99999', null],
  ['dentist in may', null, 'dentist in may', null],
  ['pain in bath', null, 'pain in bath', null],
  ['pain in orange juice', null, 'pain in orange juice', null],
  ['pain in left hand', null, 'pain in left hand', null],
  ['pain in knee', null, 'pain in knee', null],
] as const)
  test(`the place of "${query}" that cannot be resolved is ${name}`, () => {
    const place = extractUnknownPlace(wordsOf(query), isKnown, gazetteer)
    assert.deepEqual(
      [place.found?.name ?? null, place.rest.join(' '), place.found?.lacksState ?? null],
      [name, rest, lacksState],
    )
  })
