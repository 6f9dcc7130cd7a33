import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { findTownCentroidPoints } from './town-centroid-points.ts'

const point = { lat: 41.824, lng: -71.4128 }
const eddy = listing(at('02903'), { point })

const cases: readonly { readonly name: string; readonly other: Listing; readonly isCentroid: boolean }[] = [
  { name: 'two streets of one ZIP code share is that of a town', other: listing(at('02903', 'PROVIDENCE', '9 PIER RD'), { point }), isCentroid: true },
  { name: 'two ZIP codes share is that of a town', other: listing(at('02906', 'PROVIDENCE', '9 EDDY ST'), { point }), isCentroid: true },
  { name: 'two streets share except for rounding is that of a town', other: listing(at('02903', 'PROVIDENCE', '9 PIER RD'), { point: { lat: 41.824004, lng: -71.41281 } }), isCentroid: true },
  { name: 'neighbors in one street share is that of their building', other: listing(at('02903', 'PROVIDENCE', '595 EDDY STREET'), { point }), isCentroid: false },
  { name: 'two occupants of one building share is that of their building', other: listing(at('02904', 'PROVIDENCE', '593 Eddy Street Ste 2'), { point }), isCentroid: false },
  { name: 'no other listing has is that of its building', other: listing(at('02903', 'PROVIDENCE', '9 PIER RD'), { point: { lat: 41.825, lng: -71.4128 } }), isCentroid: false },
] // prettier-ignore

for (const { name, other, isCentroid: isMiddle } of cases) {
  test(`a point that ${name}`, () => {
    const unlocated = listing(at('02906', 'PROVIDENCE', '7 HOPE ST'))
    assert.deepEqual(findTownCentroidPoints([eddy, unlocated, other]), isMiddle ? [eddy, other] : [])
  })
}

test('the order of listings does not change which points are those of towns', () => {
  const lines = ['593 PIER RD', '593 EDDY ST', '9 PIER RD']
  const listings = lines.map((line) => listing(at('02903', 'PROVIDENCE', line), { point }))
  for (const ordered of [listings, listings.toReversed(), [listings[1]!, listings[0]!, listings[2]!]])
    assert.equal(findTownCentroidPoints(ordered).length, 3)
})
