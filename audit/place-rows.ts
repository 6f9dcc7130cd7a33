/** The rows that may support the card of a place: of its organization, of its clinicians and of facility lists in its building. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import type { Facility } from './facility-lists.ts'
import { splitWords } from './words.ts'

export interface PlaceRows {
  readonly organization: NpiEvidence | null
  readonly roster: readonly NpiEvidence[]
  /** The roster and the organization. */
  readonly members: readonly NpiEvidence[]
  /** Other NPIs in the building that belong to the place. */
  readonly neighbors: readonly NpiEvidence[]
  /** Rows of facility lists in this building, or with the NPI of the organization. */
  readonly facilities: readonly Facility[]
  readonly addresses: readonly AddressCells[]
}

export function collectPlaceRows(card: LocationCard, context: Context): PlaceRows {
  const { evidence } = context
  const organization = card.organization_npi === null ? null : evidence.get(card.organization_npi)
  const roster = card.providers.map(({ npi }) => evidence.get(npi))
  const members = organization === null ? roster : [...roster, organization]
  const others = evidence.npisInBuilding(card.address).filter((npi) => npi !== card.organization_npi)
  const neighbors = others
    .map((npi) => evidence.get(npi))
    .filter((neighbor) => isSamePlace(neighbor, organization, card))
  const facilities = [
    ...new Set([
      ...findFacilities(card, context),
      ...(card.organization_npi === null ? [] : evidence.facilities.findByNpi(card.organization_npi)),
    ]),
  ]
  const addresses = [
    ...(organization?.practiceAddresses() ?? []),
    ...[...roster, ...neighbors].flatMap((member) => member.practiceAddresses()),
    ...facilities.map(({ address }) => address),
  ]
  return { organization, roster, members, neighbors, facilities, addresses }
}

/**
 * Whether an NPI of the building belongs to the place although the card does not name it: an NPI with a name or a telephone
 * number of the organization or, at a place without an organization, a person or an NPI with the telephone number of the place.
 */
function isSamePlace(candidate: NpiEvidence, organization: NpiEvidence | null, card: LocationCard): boolean {
  if (organization === null) return !candidate.isOrganization() || hasPhone(candidate, card.phone)
  return candidate.isOrganization() && isOfOrganization(candidate, organization)
}

function hasPhone(candidate: NpiEvidence, phone: string | null): boolean {
  return (
    phone !== null &&
    candidate.practiceAddresses().some((cells) => cells.phones.includes(toNationalDigits(phone)))
  )
}

/** Whether two registrations share a name or a telephone number. */
export function isOfOrganization(candidate: NpiEvidence, organization: NpiEvidence): boolean {
  const names = new Set(organization.organizationNames().map((name) => splitWords(name).join(' ')))
  const phones = new Set(organization.practiceAddresses().flatMap((cells) => cells.phones))
  return (
    candidate.organizationNames().some((name) => names.has(splitWords(name).join(' '))) ||
    candidate.practiceAddresses().some((cells) => cells.phones.some((phone) => phones.has(phone)))
  )
}

/** Rows of facility lists in the building of a place. */
export function findFacilities(
  { address, name, phone }: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  { evidence }: Context,
): readonly Facility[] {
  return evidence.facilities.findAt(address, name, phone === null ? [] : [toNationalDigits(phone)])
}

export function toNationalDigits(phone: string): string {
  return phone.startsWith('+1') ? phone.slice(2) : phone.slice(1)
}

/** The names in the rows of the organization of the place, and in the facility lists of the building. */
export function listOrganizationNames(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  context: Context,
): readonly string[] {
  const { evidence } = context
  const listed = [
    ...findFacilities(located, context),
    ...(npi === null ? [] : evidence.facilities.findByNpi(npi)),
  ]
  return [...(npi === null ? [] : evidence.get(npi).organizationNames()), ...listed.map(({ name }) => name)]
}
