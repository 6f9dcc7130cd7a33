import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { conflictingListings } from './conflicting-listings.ts'

const npi = '1000000011'
const phone = '+14015550101'
const cms = { source: 'cms_facilities' }
const certification = '410001'
const [providence, westerly, woonsocket] = [at('02903'), at('02891', 'WESTERLY'), at('02895', 'WOONSOCKET')]

const cases: readonly { readonly name: string; readonly listings: readonly Listing[]; readonly misplaced: readonly number[] }[] = [
  { name: 'one NPI at one house of two towns is in neither', listings: [listing(providence, { npi, name: 'A' }), listing(westerly, { npi, name: 'B' })], misplaced: [0, 1] },
  { name: 'one number at one house of two towns is in neither', listings: [listing(providence, { phone, name: 'A' }), listing(westerly, { phone, name: 'B' })], misplaced: [0, 1] },
  { name: 'one name at one house of two towns is in neither, whatever its numbers', listings: [listing(providence, { phone }), listing(westerly, { phone: '+14015550102' })], misplaced: [0, 1] },
  { name: 'one name at one house of two states is two places', listings: [listing(providence), listing({ ...at('06103', 'HARTFORD'), state: 'CT' })], misplaced: [] },
  { name: 'a house of three towns is where CMS has it', listings: [listing(westerly, { phone, ...cms }), listing(westerly, { npi, phone }), listing(providence, { npi, phone }), listing(woonsocket, { npi })], misplaced: [2, 3] },
  { name: 'a house of two towns is where its NPI is registered', listings: [listing(providence, { npi }, [westerly]), listing(westerly, { npi }, [westerly])], misplaced: [0] },
  { name: 'a house is not in a town where only the list has it, and the registry another', listings: [listing(providence, { npi }, [westerly])], misplaced: [0] },
  { name: 'a house stays where it is listed when its NPI is registered in another street of another town', listings: [listing(providence, { npi }, [at('02891', 'WESTERLY', '9 PIER RD')])], misplaced: [] },
  { name: 'a house is in neither town where two equally trusted lists disagree', listings: [listing(providence, cms), listing(westerly, cms)], misplaced: [0, 1] },
  { name: 'a house of two neighboring ZIP codes is in both', listings: [listing(providence, { npi }), listing(at('02906'), { npi })], misplaced: [] },
  { name: 'a house of two neighboring towns is where CMS has it', listings: [listing(providence, { certification, ...cms }), listing(at('02888', 'WARWICK'), { certification })], misplaced: [1] },
  { name: 'a house of two neighboring towns is where its NPI is registered', listings: [listing(at('02888', 'WARWICK'), { npi }, [providence])], misplaced: [0] },
  { name: 'a house of two neighboring towns is in both where the registry has it in one and CMS in the other', listings: [listing(providence, { certification, ...cms }), listing(at('02888', 'WARWICK'), { npi, certification }, [at('02888', 'WARWICK')])], misplaced: [] },
  { name: 'a house of two neighboring towns is in both where only lists have it', listings: [listing(providence, { npi }), listing(at('02888', 'WARWICK'), { npi })], misplaced: [] },
  { name: 'a ZIP code of boxes does not vouch for another town of its prefix', listings: [listing(at('02901'), { phone, ...cms }), listing(providence, { phone }), listing(at('02814', 'CHEPACHET'), { phone })], misplaced: [2] },
  { name: 'another suite of the house does not make another house', listings: [listing(at('02903', 'PROVIDENCE', '593 Eddy Street Suite 4'), { npi }), listing(westerly, { npi })], misplaced: [0, 1] },
  { name: 'another house of the NPI is another place', listings: [listing(at('02903', 'PROVIDENCE', '9 PIER RD'), { npi }), listing(westerly, { npi })], misplaced: [] },
  { name: 'a point in its own ZIP code is no witness', listings: [listing(providence, { npi, point: { lat: 41.8112, lng: -71.4083 } }), listing(westerly, { npi })], misplaced: [0, 1] },
  { name: 'a hospital of one certification number is where CMS has it, however its street is written', listings: [listing(at('02903', 'PROVIDENCE', '593 EDDY'), { certification, name: 'A', ...cms }), listing(at('02891', 'WESTERLY', '593 N EDDY ST'), { certification })], misplaced: [1] },
  { name: 'another house of the certification number is another campus', listings: [listing(providence, { certification, ...cms }), listing(at('02891', 'WESTERLY', '9 PIER RD'), { certification })], misplaced: [] },
  { name: 'one number at one house is in one town, with the suffix of its street or without', listings: [listing(at('02903', 'PROVIDENCE', '593 EDDY'), { phone, name: 'A', ...cms }), listing(westerly, { phone })], misplaced: [1] },
  { name: 'one name in two streets that differ by their suffix is two places', listings: [listing(providence, cms), listing(at('02891', 'WESTERLY', '593 EDDY RD'))], misplaced: [] },
  { name: 'a ZIP code of boxes in one city contradicts another city of its prefix', listings: [listing(at('02901'), { phone, ...cms }), listing(at('02814', 'CHEPACHET'), { phone })], misplaced: [1] },
  { name: 'a ZIP code of boxes does not contradict its own city, however spaced', listings: [listing(at('02901', 'LA PLATA'), { phone, ...cms }), listing(at('02903', 'LAPLATA'), { phone })], misplaced: [] },
  { name: 'a house without a ZIP code contradicts nothing', listings: [listing({ ...providence, postal_code: null }, { npi }), listing(westerly, { npi })], misplaced: [] },
] // prettier-ignore

for (const { name, listings, misplaced } of cases) {
  test(name, () => {
    const found = conflictingListings(listings)
    assert.deepEqual(
      [...listings.keys()].filter((one) => found.has(listings[one]!)),
      misplaced,
    )
  })
}
