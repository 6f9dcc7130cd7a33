import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from '@careatlas/vocabulary/words'
import { extractLocation, extractLocationBesideName, type Gazetteer } from './extract-location.ts'
import { createGazetteer } from './gazetteer.ts'

const cities: Readonly<Record<string, readonly string[]>> = {
  providence: ['RI'],
  'el centro': ['CA'],
  boston: ['MA'],
  portland: ['OR', 'ME'],
  salem: ['MA', 'OR'],
  kingstown: ['RI'],
  'north kingstown': ['RI'],
  'new york': ['NY'],
  'new york city': ['NY'],
  york: ['ME', 'PA'],
  jackson: ['MS', 'MD'],
  columbus: ['OH', 'IN'],
  honolulu: ['HI'],
  tulsa: ['OK'],
  mobile: ['AL'],
  'cut off': ['LA'],
  oregon: ['OH'],
  spring: ['TX'],
  home: ['PA'],
  colon: ['MI'],
  lyme: ['CT'],
  'saint louis': ['MO'],
  washington: ['DC'],
  'la jolla': ['CA'],
  'truth or consequences': ['NM'],
  point: ['TX'],
  buffalo: ['NY'],
  'winston salem': ['NC'],
}
const statesOfZips: Readonly<Record<string, string>> = { '02903': 'RI', '02118': 'MA', '99213': 'WA' }
const point = { lat: 41.8, lng: -71.4 }
const gazetteer: Gazetteer = {
  zip(code) {
    const state = Object.hasOwn(statesOfZips, code) ? statesOfZips[code]! : null
    return state === null ? null : { ...point, label: code, state, radiusMiles: null }
  },
  city(name, state) {
    const states = Object.hasOwn(cities, name) ? cities[name]! : []
    const known = state === null ? states[0] : states.find((code) => code === state)
    return known === undefined
      ? null
      : { ...point, label: `${name}, ${known}`, state: known, radiusMiles: null }
  },
  usPlace: (name, state) =>
    name === 'austin' && (state ?? 'TX') === 'TX'
      ? { lat: 30.3, lng: -97.8, label: 'Austin, TX', state: 'TX', radiusMiles: null }
      : null,
  servedPlace: (name) =>
    ['central falls', 'warren', 'lincoln'].includes(name)
      ? { ...point, label: `${name}, RI`, state: 'RI', radiusMiles: null }
      : null,
  uniquePlace: (name) =>
    ['natchitoches', 'apache junction', 'boston heights', 'central point', 'moon'].includes(name)
      ? { lat: 31.7, lng: -93.1, label: name, state: 'LA', radiusMiles: null }
      : null,
  isUsPlace: (name) =>
    [
      'central falls',
      'cedar falls',
      'warren',
      'lincoln',
      'left hand',
      'boston creek',
      'ohio city',
      'natchitoches',
      'apache junction',
      'boston heights',
      'central point',
      'moon',
    ].includes(name),
  usState: (code) => ({ ...point, label: `state ${code}`, state: code, radiusMiles: null }),
  state: (code) => (code === 'RI' ? { ...point, label: 'Rhode Island', state: 'RI', radiusMiles: 30 } : null),
  stateAt: () => null,
  closestCityName: () => null,
}

type Case = readonly [query: string, label: string | null, rest: string]

function check(guarantee: string, cases: readonly Case[]): void {
  for (const [query, label, rest] of cases) {
    test(`${guarantee}: ${query}`, () => {
      const extraction = extractLocation(wordsOf(query), gazetteer)
      assert.equal(extraction.found?.label ?? null, label)
      if (label !== null) assert.equal(extraction.found?.radiusMiles, label === 'Rhode Island' ? 30 : null)
      assert.equal(extraction.rest.join(' '), rest)
    })
  }
}

check('finds a place after its cue and removes both', [
  ['cardiologist near 02903', '02903', 'cardiologist'],
  ['cardiologist near 02903-1234', '02903', 'cardiologist'],
  ['dentist in Providence, RI', 'providence, RI', 'dentist'],
  ['in Providence dentist', 'providence, RI', 'dentist'],
  ['dentist around boston ma', 'boston, MA', 'dentist'],
  ['dentist close to Boston', 'boston, MA', 'dentist'],
  ['eye doctor by boston', 'boston, MA', 'eye doctor'],
  ['dentista cerca de Boston', 'boston, MA', 'dentista'],
  ['pediatra en el centro de providence', 'providence, RI', 'pediatra'],
  ['médico en el sur de Boston', 'boston, MA', 'medico'],
  ['médico en el este de Providence', 'providence, RI', 'medico'],
  ['dentista en el condado de providence', 'providence, RI', 'dentista'],
  ['ginecóloga en las afueras de Boston', 'boston, MA', 'ginecologa'],
  ['dentista cerca del centro de Providence', 'providence, RI', 'dentista'],
  ['clínica en la zona de Boston', 'boston, MA', 'clinica'],
  ['doctor en los alrededores de Boston', 'boston, MA', 'doctor'],
  ['dentista en el centro', null, 'dentista en el centro'],
  ['dolor en el centro del pecho', null, 'dolor en el centro del pecho'],
  ['dentist in el centro ca', 'el centro, CA', 'dentist'],
  ['dentista en Providence', 'providence, RI', 'dentista'],
  ['psychiatrist near oh two nine oh three', '02903', 'psychiatrist'],
  ['dentista en el Boston', 'boston, MA', 'dentista'],
  ['dentist in downtown boston', 'boston, MA', 'dentist'],
  ['dentist in the boston area', 'boston, MA', 'dentist'],
  ['therapist in Portland, Maine', 'portland, ME', 'therapist'],
  ['therapist in Portland ME', 'portland, ME', 'therapist'],
  ['therapist in Portland, OR', 'portland, OR', 'therapist'],
  ['dentist in Washington, D.C.', 'washington, DC', 'dentist'],
  ['dentist in St. Louis', 'saint louis, MO', 'dentist'],
  ['dentist in boston ma 02118', '02118', 'dentist'],
  ['dentist zip code 02118 please', '02118', 'dentist please'],
  ['pain in back near boston', 'boston, MA', 'pain in back'],
  ['gynecologist in Boston who is kind', 'boston, MA', 'gynecologist who is kind'],
])

check('finds a place without a cue by its ZIP code or its state', [
  ['02903', '02903', ''],
  ['cardiologist 02903', '02903', 'cardiologist'],
  ['dentist boston ma 02118', '02118', 'dentist'],
  ['dentist providence ri', 'providence, RI', 'dentist'],
  ['dentist Providence Rhode Island', 'providence, RI', 'dentist'],
  ['providence ri dentist', 'providence, RI', 'dentist'],
  ['dentist portland or', 'portland, OR', 'dentist'],
  ['dentist columbus in', 'columbus, IN', 'dentist'],
  ['dentist honolulu hi', 'honolulu, HI', 'dentist'],
  ['dentist tulsa ok', 'tulsa, OK', 'dentist'],
  ['dentist jackson ms', 'jackson, MS', 'dentist'],
  ['dentist jackson md', 'jackson, MD', 'dentist'],
  ['dentist mobile al', 'mobile, AL', 'dentist'],
  ['dentist buffalo new york', 'buffalo, NY', 'dentist'],
  ['dentist spring tx', 'spring, TX', 'dentist'],
])

check('prefers the longest city name', [
  ['dentist in New York City', 'new york city, NY', 'dentist'],
  ['dentist in New York', 'new york, NY', 'dentist'],
  ['dentist in New York, NY', 'new york, NY', 'dentist'],
  ['dentist in North Kingstown', 'north kingstown, RI', 'dentist'],
  ['dentist in Lyme, CT', 'lyme, CT', 'dentist'],
  ['dentist in Winston-Salem', 'winston salem, NC', 'dentist'],
  ['dentist in truth or consequences new mexico', 'truth or consequences, NM', 'dentist'],
  ['dentist in la jolla', 'la jolla, CA', 'dentist'],
])

check('removes words for "here" and finds no place', [
  ['dentist near me', null, 'dentist'],
  ['nearby urgent care', null, 'urgent care'],
  ['dentist close to me', null, 'dentist'],
  ['dentists in my area', null, 'dentists'],
  ['dentista cerca de mi', null, 'dentista'],
  ['dentista cerca', null, 'dentista'],
  ['dentist near me in boston', 'boston, MA', 'dentist'],
])

check('keeps "cerca de" before the name of an unknown place', [
  ['dentista cerca de tijuana', null, 'dentista cerca de tijuana'],
])

check('accepts known cities only', [
  ['in pain', null, 'in pain'],
  ['ringing in ears', null, 'ringing in ears'],
  ['near sighted', null, 'near sighted'],
  ['dolor en el pecho', null, 'dolor en el pecho'],
  ['dentist in springfield', null, 'dentist in springfield'],
  ['dentist near 00000', null, 'dentist near 00000'],
])

check('leaves a bare city, a city of an everyday word and a person with a degree', [
  ['boston dentist', null, 'boston dentist'],
  ['heart boston', null, 'heart boston'],
  ['maria boston', null, 'maria boston'],
  ['allergies in spring', null, 'allergies in spring'],
  ['physical therapy in home', null, 'physical therapy in home'],
  ['cancer in colon', null, 'cancer in colon'],
  ['dolor en el colon', null, 'dolor en el colon'],
  ['dr jackson md', null, 'dr jackson md'],
  ['99213 office visit', null, '99213 office visit'],
  ['mobile or virtual', null, 'mobile or virtual'],
  ['leg cut off', null, 'leg cut off'],
])

check('reads an ambiguous word as a state only if it has no other meaning in the query', [
  ['dentist in salem or boston', 'salem, MA', 'dentist or boston'],
  ['dentist in columbus in network', 'columbus, OH', 'dentist in network'],
  ['dentist in columbus in august', 'columbus, OH', 'dentist in august'],
  ['dentist in salem or anywhere close', 'salem, MA', 'dentist or anywhere close'],
  ['salem or boston dentist', null, 'salem or boston dentist'],
])

check('finds a city at the end after a clinician or a facility, or of several words after anything', [
  ['dentist boston', 'boston, MA', 'dentist'],
  ['urgent care boston', 'boston, MA', 'urgent care'],
  ['speech therapy boston', 'boston, MA', 'speech therapy'],
  ['ear infection north kingstown', 'north kingstown, RI', 'ear infection'],
])

check('prefers a state to a town of the same name elsewhere', [
  ['doctor near oregon', 'state OR', 'doctor'],
  ['doctor near new york', 'new york, NY', 'doctor'],
])

check('removes a bare state and returns its circle', [
  ['dentist in Rhode Island', 'Rhode Island', 'dentist'],
  ['dentist in the state of Rhode Island', 'Rhode Island', 'dentist'],
  ['Rhode Island dentist', 'Rhode Island', 'dentist'],
  ['dentist, RI', 'Rhode Island', 'dentist'],
  ['dentist in RI who is kind', 'Rhode Island', 'dentist who is kind'],
  ['dentist texas', 'state TX', 'dentist'],
  ['new york dentist', 'state NY', 'dentist'],
  ['Ohio surgeon', 'state OH', 'surgeon'],
  ['dentist in southern California', 'state CA', 'dentist'],
  ['psychologist MA', null, 'psychologist'],
  ['walk in clinic Ohio', 'state OH', 'walk in clinic'],
  ['physical therapy texas', 'state TX', 'physical therapy'],
  ['nursing home Ohio', 'state OH', 'nursing home'],
  ['Ohio', 'state OH', ''],
])

check('leaves state words with another meaning', [
  ['dentist in', null, 'dentist in'],
  ['pain in me', null, 'pain in me'],
  ['hi dentist', null, 'hi dentist'],
  ['ok dentist', null, 'ok dentist'],
  ['dentist or doctor', null, 'dentist or doctor'],
  ['doctor md', null, 'doctor md'],
  ['radiologist ct', null, 'radiologist ct'],
  ['specialist in ms', null, 'specialist in ms'],
  ['dr georgia', null, 'dr georgia'],
  ['virginia lopez', null, 'virginia lopez'],
  ['Georgia', null, 'georgia'],
  ['lopez virginia', null, 'lopez virginia'],
  ['ohio hospital', null, 'ohio hospital'],
  ['hospital of rhode island', null, 'hospital of rhode island'],
])

check('reads an everyday word as a town after a clinician, or before its state at the beginning', [
  ['dentist in mobile', 'mobile, AL', 'dentist'],
  ['specialist in mobile', null, 'specialist in mobile'],
  ['bones in mobile', null, 'bones in mobile'],
  ['dentist in mobile homes', null, 'dentist in mobile homes'],
  ['york pa dentist', 'york, PA', 'dentist'],
  ['jackson md dentist', null, 'jackson md dentist'],
])

test('removes a town of an everyday word that several states have from the need', () => {
  const { found, ambiguousTown, rest } = extractLocation(wordsOf('dentist in independence'), gazetteer)
  assert.deepEqual([found, ambiguousTown, rest], [null, ['independence'], ['dentist']])
})

for (const [rest, label, left] of [
  ['boston', 'boston, MA', ''],
  ['cardiologist north kingstown', 'north kingstown, RI', 'cardiologist'],
  ['cardiologist spring', null, 'cardiologist spring'],
] as const)
  test(`beside a name, "${rest}" ends with ${label ?? 'no town'}`, () => {
    const extraction = extractLocationBesideName(wordsOf(rest), gazetteer)
    assert.deepEqual([extraction.found?.label ?? null, extraction.rest.join(' ')], [label, left])
  })

check('a place may be the whole query', [
  ['Boston, MA', 'boston, MA', ''],
  ['new london ct', null, 'new london ct'],
  ['North Kingstown', 'north kingstown, RI', ''],
  ['Rhode Island', 'Rhode Island', ''],
])

for (const [query, state] of [
  ['dentist in boston', 'MA'],
  ['dentist texas', 'TX'],
  ['dentist 02903', 'RI'],
  ['dentist', null],
] as const) {
  test(`the state of "${query}" is ${state}`, () => {
    assert.equal(extractLocation(wordsOf(query), gazetteer).state, state)
  })
}

for (const word of ['or', 'in', 'me', 'hi', 'ok', 'oh', 'de', 'la', 'al', 'id', 'so', 'as']) {
  test(`terminates for a query of ${word} only`, () => {
    assert.equal(extractLocation(wordsOf(`near ${`${word} `.repeat(170)}`), gazetteer).found, null)
  })
}

check('finds places of the country outside the directory after a cue or before their state', [
  ['dentist austin tx', 'Austin, TX', 'dentist'],
  ['austin tx dentist', 'Austin, TX', 'dentist'],
  ['dr austin tx', null, 'dr austin tx'],
  ['maria austin tx', null, 'maria austin tx'],
  ['dentist in austin', 'Austin, TX', 'dentist'],
  ['dentist near austin tx', 'Austin, TX', 'dentist'],
  ['dr austin', null, 'dr austin'],
])

test('finds places of the country by either spelling of "saint", "fort" and "mount", also without a state', () => {
  for (const [query, label] of [
    ['doctor in St. Louis', 'Saint Louis, MO'],
    ['dentist near ft worth', 'Fort Worth, TX'],
    ['dentist in Ft. Lauderdale', 'Fort Lauderdale, FL'],
    ['dentist in mt vernon', undefined],
  ] as const)
    assert.equal(extractLocation(wordsOf(query), createGazetteer([])).found?.label, label, query)
})

check('finds states outside the directory by name or after a cue', [
  ['dentist in Texas', 'state TX', 'dentist'],
  ['dentist in TX', 'state TX', 'dentist'],
  ['knee pain in TX', 'state TX', 'knee pain'],
  ['Texas dentist', 'state TX', 'dentist'],
  ['Texas', 'state TX', ''],
  ['dentist near West Virginia', 'state WV', 'dentist'],
  ['dentist in Virginia', 'state VA', 'dentist'],
  ['dentist in CT', 'state CT', 'dentist'],
  ['nodule found in CT', null, 'nodule found'],
  ['dentist TX', null, 'dentist'],
  ['dr virginia smith', null, 'dr virginia smith'],
  ['virginia smith', null, 'virginia smith'],
  ['nurse washington', null, 'nurse'],
  ['dentist in Rhode Island', 'Rhode Island', 'dentist'],
])

const isKnown = (word: string): boolean =>
  /^(?:dentist|pain|knee|cedar|central|falls|warren|orange|juice|left|hand|apache|junction|moon|point|ohio|city)$/.test(
    word,
  )

for (const [query, label, rest] of [
  ['midwife in Central Falls', 'central falls, RI', 'midwife'],
  ['midwife near central falls', 'central falls, RI', 'midwife'],
  ['partera en Central Falls', 'central falls, RI', 'partera'],
  ['partera cerca de Central Falls', 'central falls, RI', 'partera'],
  ['knee pain in lincoln', 'lincoln, RI', 'knee pain'],
  ['pain in left hand', null, 'pain in left hand'],
  ['dentist in central falls tx', null, 'dentist in central falls tx'],
  ['dentist in providence tx', null, 'dentist in providence tx'],
  ['dentist in boston or soon', 'boston, MA', 'dentist or soon'],
  ['knee pain austin tx', 'Austin, TX', 'knee pain'],
  ['dentist in natchitoches', 'natchitoches', 'dentist'],
  ['knee pain in natchitoches', 'natchitoches', 'knee pain'],
  ['massage by natchitoches', null, 'massage by natchitoches'],
  ['dentist in apache junction', 'apache junction', 'dentist'],
  ['pain in apache junction', null, 'pain in apache junction'],
  ['dentist in moon', null, 'dentist in moon'],
  ['dentist in boston heights', 'boston heights', 'dentist'],
  ['dentist in boston creek', null, 'dentist in boston creek'],
  ['dentist near central point', 'central point', 'dentist'],
  ['dentist in ohio city', null, 'dentist in ohio city'],
] as const)
  test(`a place of the country after a cue is ${label ?? 'not resolved'}: ${query}`, () => {
    const { found, rest: remaining } = extractLocation(wordsOf(query), gazetteer, isKnown)
    assert.deepEqual([found?.label ?? null, remaining.join(' ')], [label, rest])
  })
