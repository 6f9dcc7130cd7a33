/** Cards with unknown values, which tests complete with the fields under test. */
import type { LocationCard, PracticeLocation, ProviderCard } from '@careatlas/contract/cards'

export const unknown = { value: 'unknown', source: null, as_of: null } as const

const place = {
  location_uuid: '00000000-0000-5000-8000-000000000000',
  name: null,
  address: { line_1: '1 MAIN ST', line_2: null, city: null, state: 'RI', postal_code: null, country: 'US' },
  lat: null,
  lng: null,
  geo_precision: null,
  address_conflict: null,
  phone: null,
  phone_extension: null,
  fax: null,
  office_hours: [],
}

export const blankPlace: PracticeLocation = {
  ...place,
  primary: false,
  active: true,
  accepting_new_patients: unknown,
}

export const blankLocation: LocationCard = {
  ...place,
  summary: 'A clinic.',
  clinical_focus: { primary: null, areas: [] },
  emergency_services: unknown,
  languages: [],
  organization_npi: null,
  organization_npis: [],
  legal_name: null,
  other_names: [],
  parent_organization: null,
  authorized_official_title: null,
  specialties: [],
  mailing_address: null,
  identifiers: [],
  enumerated_on: null,
  updated_on: null,
  provider_count: 0,
  providers: [],
  sources: [],
}

export const blankProvider: ProviderCard = {
  npi: '2000000002',
  name: { first: null, middle: null, last: null, suffix: null, credential: null, display: 'A B' },
  other_names: [],
  biography: 'A clinician.',
  short_biography: 'Short.',
  clinical_focus: { primary: null, areas: [] },
  education_training: [],
  specialties: [],
  languages: [],
  gender: null,
  telehealth: unknown,
  medicare_assignment: unknown,
  affiliations: [],
  statements: [],
  carriers: [],
  practice_locations: [],
  mailing_address: null,
  identifiers: [],
  status: 'active',
  enumerated_on: null,
  updated_on: null,
  sources: [],
}

/** A carrier as a network file lists it. */
export function listedBy(code: string): ProviderCard['carriers'][number] {
  return { code, name: code, status: 'listed', source: 'plan_network', as_of: null }
}
