import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { hasPlaceNoun } from './extract-location.ts'
import { extractUnknownPlace } from './extract-unknown-place.ts'
import { createGazetteer } from './gazetteer.ts'
import { defaultVocabulary, isKnownWord, isTopic, searchConcepts } from './query-resources.ts'

const gazetteer = {
  isUsPlace: (name: string) =>
    ['cedar falls', 'warren', 'bath', 'may', 'left hand', 'mount warren'].includes(name),
}
const isKnown = (word: string): boolean =>
  /^(?:dentist|mt|new|west|today|pain|knee|cedar|central|falls|warren|orange|juice|left|hand|bath|may|emerald|radiator|springs|green|oak|small|city|town|fell|water|park|the|after)$/.test(
    word,
  )

for (const [query, name, rest, lacksState] of [
  ['dentist near zorbotown', 'zorbotown', 'dentist', false],
  ['dentist in north zorbotown tx', 'north zorbotown tx', 'dentist', false],
  ['dentist near new zorbotown', 'new zorbotown', 'dentist', false],
  ['dentist in west zorbotown today', 'west zorbotown', 'dentist today', false],
  ['doctor en la zorbana', 'la zorbana', 'doctor', false],
  ['dentista en los zorbos', 'los zorbos', 'dentista', false],
  ['clinica en el zorbo', 'el zorbo', 'clinica', false],
  ['doctor en el sur de zorbotown', 'zorbotown', 'doctor', false],
  ['dolor en la zorba', null, 'dolor en la zorba', null],
  ['dentist in new', null, 'dentist in new', null],
  ['dentist in cedar falls', 'cedar falls', 'dentist', true],
  ['dentist in mt warren', 'mt warren', 'dentist', true],
  ['dentist in cedar falls today', 'cedar falls', 'dentist today', true],
  ['dentist in cedar falls tx', 'cedar falls tx', 'dentist', false],
  ['dentist near warren', 'warren', 'dentist', true],
  ['dentist in warren', 'warren', 'dentist', true],
  ['dentist in bath', 'bath', 'dentist', true],
  ['dentist in 99999', '99999', 'dentist', false],
  ['dentist near 00000 please', '00000', 'dentist please', false],
  ['dentist 99999', '99999', 'dentist', false],
  ['procedure code 99999', null, 'procedure code 99999', null],
  ['dentist in emerald city', 'emerald city', 'dentist', false],
  ['dentist in radiator springs', 'radiator springs', 'dentist', false],
  ['dentist in gotham heights', 'gotham heights', 'dentist', false],
  ['dentist near green oak valley', 'green oak valley', 'dentist', false],
  ['dentist in emerald city tx', 'emerald city tx', 'dentist', false],
  ['dentist in small town', null, 'dentist in small town', null],
  ['dentist in the city', null, 'dentist in the city', null],
  ['fell in water park', null, 'fell in water park', null],
  ['pain in knee after falls', null, 'pain in knee after falls', null],
  ['dentist in may', null, 'dentist in may', null],
  ['had a baby in january', null, 'had a baby in january', null],
  ['la operaron en enero', null, 'la operaron en enero', null],
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

suite('known words after a cue are no name of a place', () => {
  const vocabulary = defaultVocabulary()
  const isMeaningful = (word: string): boolean => isKnownWord(word, vocabulary) || isTopic(word, vocabulary)
  const placeIn = (text: string): string | null =>
    extractUnknownPlace(wordsOf(text), isMeaningful, createGazetteer([])).found?.name ?? null

  for (const query of [
    'doctor en la escuela',
    'dentista en la mañana',
    'médico en la noche',
    'terapeuta en la casa',
    'doctor en la tarde',
    'doctor en el hospital',
    'dentista en el barrio',
    'doctor en la semana',
    'terapeuta en la universidad',
    'enfermera en la colonia',
    'psicólogo en el trabajo',
    'dentista en la madrugada',
    'doctor en las próximas horas',
    'doctor en el extranjero',
    'doctor en el consultorio',
    'cirujano en la columna',
    'especialista en la ingle',
    'especialista en las arrugas',
    'especialista en el manguito rotador',
    'doctor en la capital',
    'doctor en el seguro',
    'médico en la frontera',
    'pain in lower back',
    'doctor in network',
    'numbness in hands',
    'therapist in Spanish',
    'therapist in person',
    'hurt my knee in the park',
    'tick bite in trailer park',
    'doctor in a small town',
    'rash after swimming in a lake',
    'stomach ache and blood in stool after falls',
  ])
    test(query, () => assert.equal(placeIn(query), null))

  test('in no phrase of the vocabulary', () => {
    const phrases = searchConcepts().flatMap(({ phrases: all }) => all.map(({ text }) => text))
    const cued = phrases.filter((text) => / (?:in|near|around|en|cerca de|close to) /.test(text))
    assert.ok(cued.length > 3000)
    assert.deepEqual(
      cued.filter((text) => hasPlaceNoun(placeIn(text) ?? '')),
      [],
    )
  })
})
