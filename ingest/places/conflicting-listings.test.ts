import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { findConflictingListings } from './conflicting-listings.ts'

const npi = '1000000011'
const phone = '+14015550101'
const cms = { source: 'cms_facilities' }
const certification = '410001'
const [providence, westerly, woonsocket] = [at('02903'), at('02891', 'WESTERLY'), at('02895', 'WOONSOCKET')]

const cases: readonly { readonly name: string; readonly listings: readonly Listing[]; readonly misplaced: readonly number[] }[] = [
  { name: 'listings that put one NPI and one building in two towns are both rejected', listings: [listing(providence, { npi, name: 'A' }), listing(westerly, { npi, name: 'B' })], misplaced: [0, 1] },
  { name: 'listings that put one telephone number and one building in two towns are both rejected', listings: [listing(providence, { phone, name: 'A' }), listing(westerly, { phone, name: 'B' })], misplaced: [0, 1] },
  { name: 'listings that put one name and one building in two towns are both rejected, even with different telephone numbers', listings: [listing(providence, { phone }), listing(westerly, { phone: '+14015550102' })], misplaced: [0, 1] },
  { name: 'listings with one name and one building in two states are two places', listings: [listing(providence), listing({ ...at('06103', 'HARTFORD'), state: 'CT' })], misplaced: [] },
  { name: 'of listings that put a building in three towns, that of CMS is kept', listings: [listing(westerly, { phone, ...cms }), listing(westerly, { npi, phone }), listing(providence, { npi, phone }), listing(woonsocket, { npi })], misplaced: [2, 3] },
  { name: 'of listings that put a building in two towns, the one in the registered town of the NPI is kept', listings: [listing(providence, { npi }, [westerly]), listing(westerly, { npi }, [westerly])], misplaced: [0] },
  { name: 'a listing is rejected if the registry has the same building in another town', listings: [listing(providence, { npi }, [westerly])], misplaced: [0] },
  { name: 'a listing is kept if its NPI is registered in another street of another town', listings: [listing(providence, { npi }, [at('02891', 'WESTERLY', '9 PIER RD')])], misplaced: [] },
  { name: 'listings of two equally trusted lists that put a building in two towns are both rejected', listings: [listing(providence, cms), listing(westerly, cms)], misplaced: [0, 1] },
  { name: 'listings that put a building in two neighboring ZIP codes are both kept', listings: [listing(providence, { npi }), listing(at('02906'), { npi })], misplaced: [] },
  { name: 'of listings that put a building in two neighboring towns, that of CMS is kept', listings: [listing(providence, { certification, ...cms }), listing(at('02888', 'WARWICK'), { certification })], misplaced: [1] },
  { name: 'a listing in the town next to the registered town of its NPI is rejected', listings: [listing(at('02888', 'WARWICK'), { npi }, [providence])], misplaced: [0] },
  { name: 'listings in two neighboring towns are both kept if the registry confirms one and CMS the other', listings: [listing(providence, { certification, ...cms }), listing(at('02888', 'WARWICK'), { npi, certification }, [at('02888', 'WARWICK')])], misplaced: [] },
  { name: 'listings in two neighboring towns are both kept if only lists have the building', listings: [listing(providence, { npi }), listing(at('02888', 'WARWICK'), { npi })], misplaced: [] },
  { name: 'a ZIP code for PO boxes does not confirm another town with its prefix', listings: [listing(at('02901'), { phone, ...cms }), listing(providence, { phone }), listing(at('02814', 'CHEPACHET'), { phone })], misplaced: [2] },
  { name: 'listings in different suites of one building are compared', listings: [listing(at('02903', 'PROVIDENCE', '593 Eddy Street Suite 4'), { npi }), listing(westerly, { npi })], misplaced: [0, 1] },
  { name: 'listings of one NPI at different buildings are not compared', listings: [listing(at('02903', 'PROVIDENCE', '9 PIER RD'), { npi }), listing(westerly, { npi })], misplaced: [] },
  { name: 'a point in the ZIP code of the listing does not confirm its town', listings: [listing(providence, { npi, point: { lat: 41.8112, lng: -71.4083 } }), listing(westerly, { npi })], misplaced: [0, 1] },
  { name: 'a hospital is in the town in which CMS lists its certification number, for any spelling of the street', listings: [listing(at('02903', 'PROVIDENCE', '593 EDDY'), { certification, name: 'A', ...cms }), listing(at('02891', 'WESTERLY', '593 N EDDY ST'), { certification })], misplaced: [1] },
  { name: 'listings of one certification number at different buildings are two campuses', listings: [listing(providence, { certification, ...cms }), listing(at('02891', 'WESTERLY', '9 PIER RD'), { certification })], misplaced: [] },
  { name: 'one telephone number and building are in one town, with or without the street suffix', listings: [listing(at('02903', 'PROVIDENCE', '593 EDDY'), { phone, name: 'A', ...cms }), listing(westerly, { phone })], misplaced: [1] },
  { name: 'listings with one name in streets that differ in their suffix are two places', listings: [listing(providence, cms), listing(at('02891', 'WESTERLY', '593 EDDY RD'))], misplaced: [] },
  { name: 'a ZIP code for PO boxes in one city contradicts another city with its prefix', listings: [listing(at('02901'), { phone, ...cms }), listing(at('02814', 'CHEPACHET'), { phone })], misplaced: [1] },
  { name: 'a ZIP code for PO boxes does not contradict its own city in another spelling', listings: [listing(at('02901', 'LA PLATA'), { phone, ...cms }), listing(at('02903', 'LAPLATA'), { phone })], misplaced: [] },
  { name: 'a building without a ZIP code contradicts nothing', listings: [listing({ ...providence, postal_code: null }, { npi }), listing(westerly, { npi })], misplaced: [] },
] // prettier-ignore

for (const { name, listings, misplaced } of cases) {
  test(name, () => {
    const found = findConflictingListings(listings)
    assert.deepEqual(
      [...listings.keys()].filter((index) => found.has(listings[index]!)),
      misplaced,
    )
  })
}
