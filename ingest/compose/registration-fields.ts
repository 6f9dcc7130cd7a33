/** The fields on the card of a place that are copied from the registrations of its organization. */
import type { LocationCard } from '@careatlas/contract/cards'

export type RegistrationFields = Pick<
  LocationCard,
  | 'organization_npis'
  | 'legal_name'
  | 'other_names'
  | 'parent_organization'
  | 'authorized_official_title'
  | 'specialties'
  | 'mailing_address'
  | 'fax'
  | 'phone_extension'
  | 'identifiers'
  | 'enumerated_on'
  | 'updated_on'
>

/** The fields of a place without a registration. */
export const unregistered: RegistrationFields = {
  organization_npis: [],
  legal_name: null,
  other_names: [],
  parent_organization: null,
  authorized_official_title: null,
  specialties: [],
  mailing_address: null,
  identifiers: [],
  fax: null,
  phone_extension: null,
  enumerated_on: null,
  updated_on: null,
}
