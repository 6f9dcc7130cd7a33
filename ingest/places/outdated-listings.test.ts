import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, listing } from './listings.fixture.ts'
import type { Listing } from './listing.ts'
import { findOutdatedListings } from './outdated-listings.ts'

const npi = '1000000011'
const pier = at('02891', 'WESTERLY', '9 PIER RD')

function withRegistrationDate(listed: Listing, registeredOn?: string): Listing {
  return { ...listed, ...(registeredOn !== undefined && { registeredOn }) }
}

/** Listings at 593 Eddy Street, and whether the organization has moved. Registrations from 2023-11-09 on count. */
const cases: readonly (readonly [name: string, listed: Listing, moved: boolean])[] = [
  ['registered elsewhere after an undated list', withRegistrationDate(listing(at('02903'), { npi, asOf: null }, [pier]), '2026-01-03'), true],
  ['registered elsewhere after the date of the list', withRegistrationDate(listing(at('02903'), { npi, asOf: '2025-10-01' }, [pier]), '2026-01-03'), true],
  ['registered elsewhere before the date of the list', withRegistrationDate(listing(at('02903'), { npi, asOf: '2026-10-01' }, [pier]), '2026-01-03'), false],
  ['registered elsewhere long ago', withRegistrationDate(listing(at('02903'), { npi, asOf: null }, [pier]), '2012-01-03'), false],
  ['registered elsewhere on an unknown date', listing(at('02903'), { npi, asOf: null }, [pier]), false],
  ['registered in both buildings', withRegistrationDate(listing(at('02903'), { npi, asOf: null }, [pier, at('02903')]), '2026-01-03'), false],
  ['registered in the building with another spelling of the street', withRegistrationDate(listing(at('02903'), { npi, asOf: null }, [at('02903', 'PROVIDENCE', '593 N EDDY')]), '2026-01-03'), false],
  ['listed by CMS', withRegistrationDate(listing(at('02903'), { npi, asOf: null, source: 'cms_facilities' }, [pier]), '2026-01-03'), false],
  ['not registered', listing(at('02903'), { npi, asOf: null }), false],
] // prettier-ignore

for (const [name, listed, moved] of cases) {
  test(`an organization ${name} ${moved ? 'has' : 'has not'} moved`, () => {
    assert.equal(findOutdatedListings([listed], '2023-11-09').has(listed), moved)
  })
}
