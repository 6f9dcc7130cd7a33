import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { mergeDuplicateListings } from './merge-duplicate-listings.ts'

const phone = '+14015550101'
const eddy = at('02903')
const pier = at('02903', 'PROVIDENCE', '9 PIER RD')
const cms = { source: 'cms_facilities' }

const certified = { certification: '410001' }

const cases: readonly { readonly name: string; readonly listings: readonly Listing[]; readonly lines: readonly (string | null)[] }[] = [
  { name: 'listings with one name, telephone number and ZIP code get the address of CMS', listings: [listing(pier, { phone }), listing(eddy, { phone, ...cms, name: 'Harbor Hospital' })], lines: ['593 EDDY ST', '593 EDDY ST'] },
  { name: 'listings with one name, telephone number and ZIP code get the registered address of the NPI', listings: [listing(pier, { phone, npi: '1000000011' }, [pier]), listing(eddy, { phone, ...cms })], lines: ['9 PIER RD', '9 PIER RD'] },
  { name: 'two spellings of one unit are not changed', listings: [listing(at('02903', 'PROVIDENCE', '593 EDDY STREET'), { phone }), listing(eddy, { phone, ...cms })], lines: ['593 EDDY STREET', '593 EDDY ST'] },
  { name: 'listings with one certification number and house number get the address of CMS, even with two names', listings: [listing(at('02903', 'PROVIDENCE', 'N 593 EDDY'), { ...certified, name: 'HARBOR HEALTH SYSTEM' }), listing(eddy, { ...certified, ...cms })], lines: ['593 EDDY ST', '593 EDDY ST'] },
  { name: 'listings of one certification number in two buildings are two campuses, even with one telephone number', listings: [listing(pier, { phone, ...certified, name: 'HARBOR HEALTH SYSTEM' }), listing(eddy, { phone, ...certified, ...cms })], lines: ['9 PIER RD', '593 EDDY ST'] },
  { name: 'listings of one certification number without a house number are two places', listings: [listing(at('02903', 'PROVIDENCE', 'HIGHWAY'), certified), listing(at('02903', 'PROVIDENCE', 'HARBOR PLACE'), { ...certified, name: 'A' })], lines: ['HIGHWAY', 'HARBOR PLACE'] },
  { name: 'listings with one telephone number and two names are two places', listings: [listing(pier, { phone, name: 'HARBOR PHARMACY' }), listing(eddy, { phone })], lines: ['9 PIER RD', '593 EDDY ST'] },
  { name: 'listings with one name and two telephone numbers are two places', listings: [listing(pier, { phone: '+14015550102' }), listing(eddy, { phone })], lines: ['9 PIER RD', '593 EDDY ST'] },
  { name: 'listings with one name and no telephone number are two places', listings: [listing(pier), listing(eddy)], lines: ['9 PIER RD', '593 EDDY ST'] },
  { name: 'listings with one name and telephone number in two ZIP codes are two places', listings: [listing(at('02906', 'PROVIDENCE', '9 PIER RD'), { phone }), listing(eddy, { phone })], lines: ['9 PIER RD', '593 EDDY ST'] },
] // prettier-ignore

const point = { lat: 41.8, lng: -71.4 }

/** The street line of a listing that gets the address of another listing, and whether the listing keeps its point. */
const duplicates: readonly (readonly [line: string, keeps: boolean])[] = [
  ['593 NORTH EDDY AVENUE', true],
  ['N 593 EDDY', true],
  ['595 EDDY ST', false],
  ['593 PIER RD', false],
  ['EDDY ST', false],
]

for (const [line, keeps] of duplicates)
  test(`a listing of ${line} that is moved to 593 EDDY ST ${keeps ? 'keeps' : 'loses'} its point`, () => {
    const duplicate = listing(at('02903', 'PROVIDENCE', line), { phone, point })
    const [moved] = mergeDuplicateListings([duplicate, listing(eddy, { phone, ...cms })])
    assert.equal(moved?.fact.practice.address.line_1, '593 EDDY ST')
    assert.deepEqual(moved?.fact.point, keeps ? point : null)
  })

for (const { name, listings, lines } of cases) {
  test(name, () => {
    const streets = mergeDuplicateListings(listings).map(({ fact }) => fact.practice.address.line_1)
    assert.deepEqual(streets, lines)
    const reversed = mergeDuplicateListings(listings.toReversed()).map(
      ({ fact }) => fact.practice.address.line_1,
    )
    assert.deepEqual(reversed.toReversed(), lines)
  })
}
