import assert from 'node:assert/strict'
import { test } from 'node:test'
import { radiusMilesMax } from '@careatlas/contract/parameters'
import { createGazetteer } from './gazetteer.ts'
import { allWordLists } from './word-lists.ts'

const gazetteer = createGazetteer([
  { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 600 },
  { name: 'westerly', state: 'RI', lat: 41.38, lng: -71.83, addresses: 400 },
  { name: 'nowhere', state: 'RI', lat: 61.2, lng: -149.9, addresses: 1 },
  { name: 'houston', state: 'TX', lat: 29.76, lng: -95.37, addresses: 500 },
  { name: 'el paso', state: 'TX', lat: 31.76, lng: -106.49, addresses: 300 },
  { name: 'springfield', state: 'MA', lat: 42.1, lng: -72.59, addresses: 5 },
  { name: 'springfield', state: 'IL', lat: 39.8, lng: -89.65, addresses: 5 },
])

test('a small state is a circle that covers nearly all of its addresses', () => {
  const state = gazetteer.state('RI')
  assert.equal(state?.label, 'Rhode Island')
  assert.ok(state.radiusMiles! >= 20 && state.radiusMiles! <= 35, String(state.radiusMiles))
})

test('a state wider than the maximum radius is a labeled circle in the state', () => {
  assert.deepEqual(gazetteer.state('TX'), {
    lat: 29.76,
    lng: -95.37,
    label: 'Texas, around Houston',
    state: 'TX',
    radiusMiles: 50,
  })
})

test('the circle need not have the largest town at its center', () => {
  const florida = [
    { name: 'miami', state: 'FL', lat: 25.77, lng: -80.19, addresses: 50 },
    { name: 'tampa', state: 'FL', lat: 27.95, lng: -82.46, addresses: 40 },
    { name: 'orlando', state: 'FL', lat: 28.54, lng: -81.38, addresses: 30 },
  ]
  assert.equal(createGazetteer(florida).state('FL')?.label, 'Florida, around Tampa')
})

test('the circle does not cover more addresses of the neighboring states than of the state', () => {
  const york = [
    { name: 'new york', state: 'NY', lat: 40.75, lng: -73.98, addresses: 90 },
    { name: 'buffalo', state: 'NY', lat: 42.89, lng: -78.88, addresses: 30 },
    { name: 'philadelphia', state: 'PA', lat: 39.95, lng: -75.16, addresses: 80 },
  ]
  const circle = createGazetteer(york).state('NY')
  assert.deepEqual([circle?.label, circle?.radiusMiles], ['New York, around New York', 50])
})

for (const [name, label] of [
  ['mcallen', 'McAllen, TX'],
  ['fond du lac', 'Fond du Lac, TX'],
  ['st george', 'St. George, TX'],
] as const) {
  test(`the label of ${name} is "${label}"`, () => {
    const towns = [{ name, state: 'TX', lat: 30, lng: -95, addresses: 1 }]
    assert.equal(createGazetteer(towns).city(name, 'TX')?.label, label)
  })
}

test('a state without an address has no circle', () => assert.equal(gazetteer.state('OH'), null))

for (const [code, label] of [
  ['RI', 'Rhode Island'],
  ['OH', /^Ohio, around /],
  ['TX', /^Texas, around /],
] as const)
  test(`${code} as a place of the United States has a circle of at most ${radiusMilesMax} miles`, () => {
    const place = gazetteer.usState(code)
    assert.match(place?.label ?? '', new RegExp(label))
    assert.equal(place?.state, code)
    assert.ok(place.radiusMiles !== null && place.radiusMiles <= radiusMilesMax)
  })

test('an unknown state has no circle', () => assert.equal(gazetteer.usState('XX'), null))

for (const [code, state] of [
  ['02903', 'RI'],
  ['06390', null],
] as const)
  test(`${code} belongs to ${state ?? 'no single state'}`, () =>
    assert.equal(gazetteer.zip(code)?.state, state))

for (const [position, point, state] of [
  ['beside Providence', { lat: 41.8, lng: -71.4 }, 'RI'],
  ['between Houston and the sea', { lat: 29.3, lng: -94.9 }, 'TX'],
  ['far from every town', { lat: 47, lng: -110 }, null],
] as const)
  test(`a point ${position} lies in ${state ?? 'no known state'}`, () =>
    assert.equal(gazetteer.stateAt(point), state))

for (const [misspelled, state, name] of [
  ['providance', null, 'providence'],
  ['westrely', null, 'westerly'],
  ['elpaso', null, 'el paso'],
  ['springfeild', 'IL', 'springfield'],
  ['springfeild', null, null],
  ['rovidence', null, null],
  ['providence', null, null],
  ['houston', 'RI', null],
] as const)
  test(`${misspelled} in ${state ?? 'any state'} is corrected to ${name}`, () =>
    assert.equal(gazetteer.closestCityName(misspelled, state), name))

const served = createGazetteer([
  { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 900 },
  { name: 'fall river', state: 'MA', lat: 41.7, lng: -71.15, addresses: 90 },
  { name: 'derry', state: 'NH', lat: 42.88, lng: -71.33, addresses: 1 },
])

for (const [name, label] of [
  ['central falls', 'Central Falls, RI'],
  ['lincoln', 'Lincoln, RI'],
  ['nashua', null],
  ['cedar falls', null],
] as const)
  test(`the place of a served state that no address names: ${name}`, () => {
    assert.equal(served.servedPlace(name)?.label ?? null, label)
    assert.ok(served.isUsPlace(name))
  })

for (const [nickname, state, label] of [
  ['h town', null, 'Houston, TX'],
  ['philly', null, 'Philadelphia, PA'],
  ['big apple', null, 'New York, NY'],
  ['stl', 'MO', 'Saint Louis, MO'],
  ['philly', 'TX', undefined],
] as const)
  test(`"${nickname}"${state === null ? '' : ` in ${state}`} is ${label ?? 'no place'}`, () =>
    assert.equal(gazetteer.city(nickname, state)?.label, label))

test('each nickname belongs to one known place and is the name of no other place', () => {
  const lists = [...allWordLists('place-nicknames.txt')]
  for (const [place, nicknames] of lists) {
    const [, name = '', state = ''] = /^(.+) ([a-z]{2})$/.exec(place) ?? []
    assert.ok(gazetteer.usPlace(name, state.toUpperCase()), place)
    for (const nickname of nicknames) assert.ok(!gazetteer.isUsPlace(nickname), nickname)
  }
  const all = lists.flatMap(([, nicknames]) => nicknames)
  assert.equal(new Set(all).size, all.length)
})
