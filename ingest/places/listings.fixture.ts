/** For tests: fictional listings of a building. */
import type { Address } from '@careatlas/contract/cards'
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import type { Facility } from '../facts/facts.ts'
import type { Listing } from './listing.ts'
import { facility } from './address-records.fixture.ts'

/** `at('02891', 'WESTERLY')` is 593 EDDY ST in Westerly, which is 34 miles from Providence. */
export function at(zip: string, city = 'PROVIDENCE', line = '593 EDDY ST'): Address {
  return { ...addressOf(line, city), postal_code: zip }
}

/** As in a third-party list made from CMS data. */
export function listing(
  address: Address,
  more: Partial<Facility> & { readonly phone?: string } = {},
  registeredAt: readonly Address[] = [],
): Listing {
  const { phone = null, ...facts } = more
  const { who } = facility('HARBOR HOSPITAL', {
    source: 'facility_list',
    practice: { address, phone },
    ...facts,
  })
  return { file: 0, fact: who, registeredAt }
}
