import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, LocationCard } from '@careatlas/contract/cards'
import { distanceMiles } from '@careatlas/directory/distance'
import { TownTally } from './town-tally.ts'

function at(city: string | null, state: string | null, zip: string | null, country = 'US'): LocationCard {
  const address: Address = { line_1: '1 MAIN ST', line_2: null, city, state, postal_code: zip, country }
  return { address } as LocationCard
}

function townsOf(
  ...cards: readonly LocationCard[]
): readonly [name: string, state: string, addresses: number][] {
  const report = new TownTally()
  for (const card of cards) report.addLocation(card)
  return report.toTowns().map(({ name, state, addresses }) => [name, state, addresses])
}

test('a town has the point of most of its addresses, and the count of all', () => {
  const report = new TownTally()
  for (const zip of ['02903', '02906', '02906']) report.addLocation(at('PROVIDENCE', 'RI', zip))
  const [town] = report.toTowns()
  assert.equal(town?.addresses, 3)
  assert.ok(Math.abs(town.lat - 41.835) < 0.02 && Math.abs(town.lng + 71.397) < 0.02, JSON.stringify(town))
})

test('a town of many ZIP codes has the median point, in spite of a few wrong ZIP codes', () => {
  const report = new TownTally()
  // Kendall, in the southwest, has more addresses than any other ZIP code; Anchorage is a mistake.
  for (const [zip, addresses] of Object.entries({ 33176: 4, 33136: 3, 33130: 3, 33137: 3, 99508: 1 }))
    for (let nth = 0; nth < addresses; nth++) report.addLocation(at('MIAMI', 'FL', zip))
  const [town] = report.toTowns()
  assert.ok(
    town !== undefined && distanceMiles(town, { lat: 25.775, lng: -80.194 }) < 3,
    JSON.stringify(town),
  )
})

test('ignores a ZIP code without an area', () => {
  const report = new TownTally()
  for (const zip of ['06030', '06030', '06032']) report.addLocation(at('FARMINGTON', 'CT', zip))
  assert.equal(report.toTowns()[0]?.addresses, 3)
})

test('distinguishes towns of one name in two states', () => {
  assert.deepEqual(townsOf(at('Springfield', 'MA', '01103'), at('SPRINGFIELD', 'IL', '62701')), [
    ['springfield', 'IL', 1],
    ['springfield', 'MA', 1],
  ])
})

for (const [what, card] of Object.entries({
  'no city': at(null, 'RI', '02903'),
  'no state': at('PROVIDENCE', null, '02903'),
  'no ZIP code': at('PROVIDENCE', 'RI', null),
  'a ZIP code without a point': at('PROVIDENCE', 'RI', '00000'),
  'another country': at('TORONTO', 'ON', '02903', 'CA'),
})) {
  test(`ignores an address with ${what}`, () => assert.deepEqual(townsOf(card), []))
}

test('adds the counts of another tally', () => {
  const [one, other] = [new TownTally(), new TownTally()]
  one.addLocation(at('PROVIDENCE', 'RI', '02903'))
  other.addLocation(at('PROVIDENCE', 'RI', '02903'))
  one.merge(other.counts)
  assert.equal(one.toTowns()[0]?.addresses, 2)
})
