/** The rows that may support the card of a place: of its organization, of its clinicians and of facility lists in its building. */
import type { LocationCard } from '@careatlas/contract/cards'
import type { AddressCells } from './address-cells.ts'
import type { Context } from './context.ts'
import type { NpiEvidence } from './evidence.ts'
import type { Facility } from './facility-lists.ts'
import { wordsOf } from './words.ts'

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

export function rowsOf(card: LocationCard, context: Context): PlaceRows {
  const { evidence } = context
  const organization = card.organization_npi === null ? null : evidence.of(card.organization_npi)
  const roster = card.providers.map(({ npi }) => evidence.of(npi))
  const members = organization === null ? roster : [...roster, organization]
  const others = evidence.npisInBuilding(card.address).filter((npi) => npi !== card.organization_npi)
  const neighbors = others
    .map((npi) => evidence.of(npi))
    .filter((one) => isSamePlace(one, organization, card))
  const facilities = [
    ...new Set([
      ...facilitiesAt(card, context),
      ...(card.organization_npi === null ? [] : evidence.facilities.ofNpi(card.organization_npi)),
    ]),
  ]
  const addresses = [
    ...(organization?.practiceAddresses() ?? []),
    ...[...roster, ...neighbors].flatMap((one) => one.practiceAddresses()),
    ...facilities.map(({ address }) => address),
  ]
  return { organization, roster, members, neighbors, facilities, addresses }
}

/**
 * Whether an NPI of the building belongs to the place although the card does not name it: an NPI with a name or a telephone
 * number of the organization or, at a place without an organization, a person or an NPI with the telephone number of the place.
 */
function isSamePlace(one: NpiEvidence, organization: NpiEvidence | null, card: LocationCard): boolean {
  if (organization === null) return !one.isOrganization() || hasPhone(one, card.phone)
  return one.isOrganization() && isOfOrganization(one, organization)
}

function hasPhone(one: NpiEvidence, phone: string | null): boolean {
  return (
    phone !== null && one.practiceAddresses().some((cells) => cells.phones.includes(nationalDigits(phone)))
  )
}

/** Whether two registrations share a name or a telephone number. */
export function isOfOrganization(one: NpiEvidence, organization: NpiEvidence): boolean {
  const names = new Set(organization.organizationNames().map((name) => wordsOf(name).join(' ')))
  const phones = new Set(organization.practiceAddresses().flatMap((cells) => cells.phones))
  return (
    one.organizationNames().some((name) => names.has(wordsOf(name).join(' '))) ||
    one.practiceAddresses().some((cells) => cells.phones.some((phone) => phones.has(phone)))
  )
}

/** Rows of facility lists in the building of a place. */
export function facilitiesAt(
  { address, name, phone }: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  { evidence }: Context,
): readonly Facility[] {
  return evidence.facilities.at(address, name, phone === null ? [] : [nationalDigits(phone)])
}

export function nationalDigits(phone: string): string {
  return phone.startsWith('+1') ? phone.slice(2) : phone.slice(1)
}

/** Names from the rows of the place's organization, and from facility lists of the building. */
export function organizationNamesAt(
  located: Pick<LocationCard, 'address' | 'name' | 'phone'>,
  npi: string | null,
  context: Context,
): readonly string[] {
  const { evidence } = context
  const listed = [...facilitiesAt(located, context), ...(npi === null ? [] : evidence.facilities.ofNpi(npi))]
  return [...(npi === null ? [] : evidence.of(npi).organizationNames()), ...listed.map(({ name }) => name)]
}
