import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, LocationCard } from '@careatlas/contract/cards'
import { distanceMiles } from '@careatlas/directory/distance'
import { TownTally } from './town-tally.ts'

function createLocation(
  city: string | null,
  state: string | null,
  zip: string | null,
  country = 'US',
): LocationCard {
  const address: Address = { line_1: '1 MAIN ST', line_2: null, city, state, postal_code: zip, country }
  return { address } as LocationCard
}

function listTowns(
  ...cards: readonly LocationCard[]
): readonly [name: string, state: string, addresses: number][] {
  const tally = new TownTally()
  for (const card of cards) tally.addLocation(card)
  return tally.toTowns().map(({ name, state, addresses }) => [name, state, addresses])
}

test('a town has the point of most of its addresses, and the count of all', () => {
  const tally = new TownTally()
  for (const zip of ['02903', '02906', '02906']) tally.addLocation(createLocation('PROVIDENCE', 'RI', zip))
  const [town] = tally.toTowns()
  assert.equal(town?.addresses, 3)
  assert.ok(Math.abs(town.lat - 41.835) < 0.02 && Math.abs(town.lng + 71.397) < 0.02, JSON.stringify(town))
})

test('a town of many ZIP codes has the median point, in spite of a few wrong ZIP codes', () => {
  const tally = new TownTally()
  // Kendall, in the southwest, has more addresses than any other ZIP code; Anchorage is a mistake.
  for (const [zip, addresses] of Object.entries({ 33176: 4, 33136: 3, 33130: 3, 33137: 3, 99508: 1 }))
    for (let index = 0; index < addresses; index++) tally.addLocation(createLocation('MIAMI', 'FL', zip))
  const [town] = tally.toTowns()
  assert.ok(
    town !== undefined && distanceMiles(town, { lat: 25.775, lng: -80.194 }) < 3,
    JSON.stringify(town),
  )
})

test('ignores a ZIP code without an area', () => {
  const tally = new TownTally()
  for (const zip of ['06030', '06030', '06032']) tally.addLocation(createLocation('FARMINGTON', 'CT', zip))
  assert.equal(tally.toTowns()[0]?.addresses, 3)
})

test('distinguishes towns of one name in two states', () => {
  assert.deepEqual(
    listTowns(createLocation('Springfield', 'MA', '01103'), createLocation('SPRINGFIELD', 'IL', '62701')),
    [
      ['springfield', 'IL', 1],
      ['springfield', 'MA', 1],
    ],
  )
})

for (const [what, card] of Object.entries({
  'no city': createLocation(null, 'RI', '02903'),
  'no state': createLocation('PROVIDENCE', null, '02903'),
  'no ZIP code': createLocation('PROVIDENCE', 'RI', null),
  'a ZIP code without a point': createLocation('PROVIDENCE', 'RI', '00000'),
  'another country': createLocation('TORONTO', 'ON', '02903', 'CA'),
})) {
  test(`ignores an address with ${what}`, () => assert.deepEqual(listTowns(card), []))
}

test('adds the counts of another tally', () => {
  const [first, second] = [new TownTally(), new TownTally()]
  first.addLocation(createLocation('PROVIDENCE', 'RI', '02903'))
  second.addLocation(createLocation('PROVIDENCE', 'RI', '02903'))
  first.merge(second.counts)
  assert.equal(first.toTowns()[0]?.addresses, 2)
})
