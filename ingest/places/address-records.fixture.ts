/** For tests: fictional records of a building in Providence, with overrides, and the places composed from them. */
import { LocationCard, PracticeLocation } from '@careatlas/contract/cards'
import { addressOf, plainContext } from '../compose/fictional-facts.fixture.ts'
import type { Facility } from '../facts/facts.ts'
import { toFacilityRecord } from './listing.ts'
import {
  type ClinicianAtAddress,
  keysOf,
  type AddressRecord,
  type OrganizationAtAddress,
} from './address-record.ts'
import type { Place } from './place.ts'
import { composePlaces } from './places-at.ts'

export const eddyStreet = addressOf('593 EDDY ST', 'PROVIDENCE')

function createRecord(who: AddressRecord['who'], more: Partial<AddressRecord> = {}): AddressRecord {
  const registered = { address: eddyStreet, phone: null }
  return {
    ...keysOf((more.registered ?? registered).address),
    registered,
    since: '2026-11-09',
    primary: true,
    who,
    observed: [],
    languages: [],
    sources: [{ id: 'nppes', as_of: '2026-11-09' }],
    ...more,
  }
}

export function clinician(
  npi: string,
  more: Partial<AddressRecord> = {},
  who: Partial<ClinicianAtAddress> = {},
): AddressRecord {
  return createRecord(
    {
      kind: 'clinician',
      npi,
      display: `Pat Roe ${npi.at(-1)}, MD`,
      first: 'PAT',
      last: 'ROE',
      credentials: ['MD'],
      taxonomyCodes: ['207RC0000X'],
      registeredOn: null,
      mailsToPractice: false,
      enumeratedOn: null,
      ...who,
    },
    more,
  )
}

export function organization(
  npi: string,
  name: string,
  who: Partial<OrganizationAtAddress> = {},
  more: Partial<AddressRecord> = {},
): AddressRecord {
  return createRecord(
    {
      kind: 'organization',
      npi,
      name,
      names: [name],
      taxonomyCodes: ['261QC1500X'],
      subpart: false,
      registeredOn: null,
      enumeratedOn: null,
      details: { legalName: name, taxonomies: [], updatedOn: null, otherNames: [] },
      ...who,
    },
    more,
  )
}

export function phone(number: string): Partial<AddressRecord> {
  return { registered: { address: eddyStreet, phone: number } }
}

/** The places of the buildings in `records`; validates each card against the contract. */
export function places(...records: readonly AddressRecord[]): readonly Place[] {
  const buildings = Map.groupBy(records, ({ buildingKey }) => buildingKey).values()
  const found = [...buildings].flatMap((building) => composePlaces(building, plainContext))
  for (const { card, practices } of found) {
    LocationCard.parse(card)
    for (const { location } of practices) PracticeLocation.parse(location)
  }
  return found
}

/** The address and telephone number of a record: `registeredAt('593 EDDY ST STE 4', '+14015550101')`. */
export function registeredAt(line: string, number: string | null = null): Partial<AddressRecord> {
  return { registered: { address: addressOf(line, 'PROVIDENCE'), phone: number } }
}

/** The record of a facility in a list. */
export function facility(name: string, more: Partial<Facility> = {}): AddressRecord<Facility> {
  return toFacilityRecord({
    kind: 'facility',
    npi: null,
    name,
    taxonomyCodes: [],
    practice: { address: eddyStreet, phone: null },
    point: null,
    emergency: null,
    source: 'cms_facilities',
    asOf: '2026-10-01',
    ...more,
  })
}
