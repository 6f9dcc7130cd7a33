/** For tests: creates facts about one fictional NPI; `more` replaces any part. */
import { addressOf } from '../compose/fictional-facts.fixture.ts'
import {
  type ClinicianRow,
  type DeactivationRow,
  type Endpoint,
  type Fact,
  type Facility,
  type SourcedFact,
  type NetworkListing,
  type Observation,
  type OrganizationRow,
  type OtherOrganizationName,
  type SecondaryLocation,
  emptyObservation,
} from './facts.ts'

export const npi = '1000000004'

type Day = string | null

export function clinicianRow(asOf: Day, more: Partial<ClinicianRow> = {}): ClinicianRow {
  return {
    kind: 'clinician',
    npi,
    source: 'nppes',
    asOf,
    name: { prefix: null, first: 'MARTA', middle: null, last: 'ROE', suffix: null, credential: null },
    otherNames: [],
    gender: null,
    taxonomies: [],
    practice: { address: addressOf('1 MAIN ST', 'PROVIDENCE'), phone: null },
    enumeratedOn: null,
    updatedOn: null,
    ...more,
  }
}

export function organizationRow(asOf: Day, more: Partial<OrganizationRow> = {}): OrganizationRow {
  return {
    kind: 'organization',
    npi,
    source: 'nppes',
    asOf,
    legalName: 'HARBOR HOSPITAL INC',
    doingBusinessAs: null,
    subpart: false,
    taxonomies: [],
    practice: { address: addressOf('1 MAIN ST', 'PROVIDENCE'), phone: null },
    enumeratedOn: null,
    updatedOn: null,
    ...more,
  }
}

export function deactivation(asOf: Day, deactivatedOn: Day = asOf): DeactivationRow {
  return { kind: 'deactivation', npi, source: 'nppes', asOf, deactivatedOn }
}

export function secondaryLocation(
  asOf: Day,
  line1: string,
  more: Partial<SecondaryLocation> = {},
): SecondaryLocation {
  const practice = { address: addressOf(line1, 'PROVIDENCE'), phone: null }
  return { kind: 'secondary_location', npi, source: 'nppes', asOf, practice, ...more }
}

export function otherName(asOf: Day, name: string): OtherOrganizationName {
  return { kind: 'other_organization_name', npi, source: 'nppes', asOf, name, type: '3' }
}

export function endpoint(asOf: Day, address: string, more: Partial<Endpoint> = {}): Endpoint {
  return {
    kind: 'endpoint',
    npi,
    source: 'nppes',
    asOf,
    type: 'DIRECT',
    endpoint: address,
    use: null,
    content: null,
    affiliation: null,
    ...more,
  }
}

export function listing(asOf: Day, carrier: string): NetworkListing {
  return { kind: 'network_listing', npi, source: 'plan_network', asOf, carrier }
}

export function observation(asOf: Day, more: Partial<Observation>): Observation {
  return { ...emptyObservation(npi, { source: 'survey', asOf }), ...more }
}

export function facility(asOf: Day, more: Partial<Facility> = {}): Facility {
  return {
    kind: 'facility',
    npi,
    source: 'cms_facilities',
    asOf,
    name: 'Harbor Hospital',
    taxonomyCodes: [],
    practice: { address: addressOf('1 MAIN ST', 'PROVIDENCE'), phone: null },
    point: null,
    emergency: null,
    ...more,
  }
}

/** Each fact from a separate file, in this order. */
export function toSourcedFacts(facts: readonly Fact[]): readonly SourcedFact[] {
  return facts.map((fact, file) => ({ file, fact }))
}
