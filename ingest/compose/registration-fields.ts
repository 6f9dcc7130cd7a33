/** The fields on the card of a place that are copied from the registrations of its organization. */
import type { Identifier, LocationCard } from '@careatlas/contract/cards'
import type { RegisteredIdentifier } from '../facts/facts.ts'

/** The fields of a place without a registration. */
export const unregistered = {
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
} satisfies Partial<LocationCard>

export type RegistrationFields = Pick<LocationCard, keyof typeof unregistered>

/** The other identifiers of a registration; a missing state or issuer becomes null. */
export function composeIdentifiers(registered: readonly RegisteredIdentifier[] = []): Identifier[] {
  return registered.map(({ kind, number, state = null, issuer = null }) => ({ kind, number, state, issuer }))
}
