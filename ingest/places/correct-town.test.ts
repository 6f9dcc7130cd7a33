import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { type Neighbor, Neighborhood } from './neighbors.ts'
import { correctTown } from './correct-town.ts'

const phone = '+14015550101'
const westerly = at('02891', 'WESTERLY')
const cms = { source: 'cms_facilities', name: 'SEASIDE HOSPITAL' }

/** A neighbor of `593 EDDY ST` in Rhode Island. */
function neighbor(last: number, more: Partial<Neighbor> = {}): Neighbor {
  const building = { street: '593 EDDY ST|RI', zip5: '02903', city: 'PROVIDENCE', phone: null }
  return { ...building, npi: `100000000${last}`, ...more }
}

const twoNeighbors = [neighbor(1), neighbor(2)]
const elsewhere = { zip5: '02895', city: 'WOONSOCKET' }
const numberOne = { street: '1 EDDY ST|RI' }
const hospitalDrive = { street: '100 HOSPITAL DR|RI' }

/** A listing and its neighbors → its corrected ZIP code; null if the listing is rejected. Westerly is 34 miles from Providence. */
const cases: readonly {
  readonly name: string
  readonly listed: Listing
  readonly neighbors: readonly Neighbor[]
  readonly beside?: readonly Listing[]
  readonly zip: string | null
}[] = [
  { name: 'is rejected if all of its neighbors are in another town', listed: listing(westerly), neighbors: twoNeighbors, zip: null },
  { name: 'is kept if only one neighbor is in another town', listed: listing(westerly), neighbors: [neighbor(1), neighbor(1)], zip: '02891' },
  { name: 'is rejected if a neighbor in another town has its telephone number', listed: listing(westerly, { phone }), neighbors: [neighbor(1, { phone })], zip: null },
  { name: 'is rejected if CMS has it in another town', listed: listing(westerly), neighbors: [], beside: [listing(at('02903'), cms)], zip: null },
  { name: 'is kept if a neighbor is in its own ZIP code', listed: listing(westerly, { phone }), neighbors: [neighbor(1, { phone }), neighbor(2), neighbor(3, { zip5: '02891', city: 'WESTERLY' })], zip: '02891' },
  { name: 'is kept if its street is in several towns', listed: listing(westerly), neighbors: [...twoNeighbors, neighbor(3, elsewhere), neighbor(4, elsewhere)], zip: '02891' },
  { name: 'is rejected if its street is in several towns and a neighbor in one of them has its telephone number', listed: listing(westerly, { phone }), neighbors: [neighbor(1, { phone }), neighbor(3, elsewhere), neighbor(4, elsewhere)], zip: null },
  { name: 'is kept if many streets have its house number', listed: listing(at('02891', 'WESTERLY', '1 EDDY ST')), neighbors: [neighbor(1, numberOne), neighbor(2, numberOne)], zip: '02891' },
  { name: 'is kept if many towns have a street of its name', listed: listing(at('02891', 'WESTERLY', '100 HOSPITAL DR')), neighbors: [neighbor(1, hospitalDrive), neighbor(2, hospitalDrive)], zip: '02891' },
  { name: 'is rejected if many streets have its house number and a neighbor in another town has its telephone number', listed: listing(at('02891', 'WESTERLY', '1 EDDY ST'), { phone }), neighbors: [neighbor(1, { ...numberOne, phone })], zip: null },
  { name: 'is kept if its NPI is registered in its ZIP code', listed: listing(westerly, { npi: '1000000011' }, [at('02891', 'WESTERLY', '9 PIER RD')]), neighbors: twoNeighbors, zip: '02891' },
  { name: 'is kept if CMS has its telephone number in its ZIP code', listed: listing(westerly, { phone }), neighbors: twoNeighbors, beside: [listing(at('02891', 'WESTERLY', '593 N EDDY'), { ...cms, phone })], zip: '02891' },
  { name: 'is kept if CMS lists it', listed: listing(westerly, cms), neighbors: twoNeighbors, zip: '02891' },
  { name: 'in a neighboring ZIP code gets the ZIP code of the neighbor with its telephone number', listed: listing(at('02906'), { phone }), neighbors: [neighbor(1, { phone })], zip: '02903' },
  { name: 'in a neighboring town gets the ZIP code of the neighbor with its telephone number', listed: listing(at('02914', 'EAST PROVIDENCE'), { phone }), neighbors: [neighbor(1, { phone })], zip: '02903' },
  { name: 'in a neighboring ZIP code is kept if no neighbor has its telephone number', listed: listing(at('02906')), neighbors: twoNeighbors, zip: '02906' },
  { name: 'in a distant ZIP code of the same city gets the ZIP code of its neighbors', listed: listing(at('02891', 'PROVIDENCE')), neighbors: twoNeighbors, zip: '02903' },
] // prettier-ignore

for (const { name, listed, neighbors, beside = [], zip } of cases) {
  test(`a listed building ${name}`, () => {
    for (const ordered of [neighbors, neighbors.toReversed()]) {
      const neighborhood = new Neighborhood([listed, ...beside])
      for (const registrant of ordered) neighborhood.add(registrant)
      const { listings, misplaced } = correctTown([listed], neighborhood)
      const [corrected] = listings
      assert.equal(misplaced.has(corrected!) ? null : corrected?.fact.practice.address.postal_code, zip)
      if (zip === '02903') assert.equal(corrected?.fact.practice.address.city, 'PROVIDENCE')
    }
  })
}
