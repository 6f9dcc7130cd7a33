import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gazetteerOf } from './gazetteer.ts'

const gazetteer = gazetteerOf([
  { name: 'providence', state: 'RI', lat: 41.82, lng: -71.41, addresses: 600 },
  { name: 'westerly', state: 'RI', lat: 41.38, lng: -71.83, addresses: 400 },
  { name: 'nowhere', state: 'RI', lat: 61.2, lng: -149.9, addresses: 1 },
  { name: 'houston', state: 'TX', lat: 29.76, lng: -95.37, addresses: 500 },
  { name: 'el paso', state: 'TX', lat: 31.76, lng: -106.49, addresses: 300 },
  { name: 'springfield', state: 'MA', lat: 42.1, lng: -72.59, addresses: 5 },
  { name: 'springfield', state: 'IL', lat: 39.8, lng: -89.65, addresses: 5 },
])

test('a small state is a circle that holds nearly all of its addresses', () => {
  const state = gazetteer.state('RI')
  assert.equal(state?.label, 'Rhode Island')
  assert.ok(state.radiusMiles! >= 20 && state.radiusMiles! <= 35, String(state.radiusMiles))
})

test('a state wider than a search may reach is none, nor is one without an address', () => {
  assert.equal(gazetteer.state('TX'), null)
  assert.equal(gazetteer.state('OH'), null)
})

for (const [code, state] of [
  ['02903', 'RI'],
  ['06390', null],
] as const)
  test(`${code} is of ${state ?? 'no single state'}`, () => assert.equal(gazetteer.zip(code)?.state, state))

for (const [written, state, name] of [
  ['providance', null, 'providence'],
  ['westrely', null, 'westerly'],
  ['elpaso', null, 'el paso'],
  ['springfeild', 'IL', 'springfield'],
  ['springfeild', null, null],
  ['rovidence', null, null],
  ['providence', null, null],
  ['houston', 'RI', null],
] as const)
  test(`${written} in ${state ?? 'any state'} is meant for ${name}`, () =>
    assert.equal(gazetteer.cityLike(written, state), name))
