/** Matches the facilities that lists have at one address with the organizations that are registered there. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import type { Facility } from '../facts/facts.ts'
import { haveSameKindAndPhone, haveDifferentKinds, findMatchingGroup } from './facility-match-rules.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { areSimilarNames } from './same-organization.ts'

/** The registrations and the listings of one organization. */
export interface OrganizationGroup {
  /** The folded name of the organization; empty for a place without one. */
  readonly organizationKey: string
  readonly organizations: readonly AddressRecord<OrganizationAtAddress>[]
  readonly facilities: readonly AddressRecord<Facility>[]
}

type FacilityRecord = AddressRecord<Facility>

/** Adds each facility to the organization that it matches; facilities without a match become separate groups. */
export function attachFacilities(
  registered: readonly OrganizationGroup[],
  facilities: readonly FacilityRecord[],
): readonly OrganizationGroup[] {
  if (facilities.length === 0) return registered
  const named = facilities.filter(({ who }) => foldName(who.name) !== '').toSorted(byNameLength)
  const byGroup = Map.groupBy(named, (facility) => findMatchingGroup(facility, registered))
  const matched = registered.map((group) => ({ ...group, facilities: byGroup.get(group) ?? [] }))
  const byGroupOfDuplicate = Map.groupBy(byGroup.get(null) ?? [], (facility) =>
    findGroupOfDuplicate(facility, matched),
  )
  return [
    ...matched.map((group) => ({
      ...group,
      facilities: [...group.facilities, ...(byGroupOfDuplicate.get(group) ?? [])],
    })),
    ...groupFacilities(byGroupOfDuplicate.get(null) ?? []),
  ]
}

/**
 * The only organization with another listing of the same facility: one with its name, its certification number, or its telephone
 * number and kind, or a similar listing with the trade name of the organization. Null if there are none or several.
 */
function findGroupOfDuplicate(
  facility: FacilityRecord,
  groups: readonly OrganizationGroup[],
): OrganizationGroup | null {
  const [group, ...others] = groups.filter(({ organizationKey, facilities }) =>
    facilities.some(
      (other) =>
        haveSameName(facility, other) ||
        haveSameCertification(facility, other) ||
        haveSameKindAndPhone(facility, other) ||
        (foldName(other.who.name) === organizationKey &&
          areSameFacility(facility, other) &&
          !haveDifferentKinds(other, facility)),
    ),
  )
  return others.length === 0 ? (group ?? null) : null
}

function haveSameName({ who }: FacilityRecord, other: FacilityRecord): boolean {
  return foldName(who.name) === foldName(other.who.name)
}

/** A hospital and its units share one certification number. */
function haveSameCertification({ who: { certification } }: FacilityRecord, other: FacilityRecord): boolean {
  return certification !== undefined && certification === other.who.certification
}

/** Groups the listings of each facility; the shortest name is the key. A listing that matches two groups joins them. */
function groupFacilities(facilities: readonly FacilityRecord[]): readonly OrganizationGroup[] {
  let groups: readonly (readonly FacilityRecord[])[] = []
  for (const facility of facilities) {
    const matching = groups.filter((group) => group.some((other) => areSameFacility(facility, other)))
    groups = [...groups.filter((group) => !matching.includes(group)), [...matching.flat(), facility]]
  }
  return groups
    .map((group) => group.toSorted(byNameLength))
    .map((group) => ({
      organizationKey: foldName(group[0]!.who.name),
      organizations: [],
      facilities: group,
    }))
}

function areSameFacility(one: FacilityRecord, other: FacilityRecord): boolean {
  const haveSameNpi = one.who.npi !== null && one.who.npi === other.who.npi
  return (
    haveSameNpi ||
    haveSameName(one, other) ||
    haveSameCertification(one, other) ||
    areSimilarNames(one.who.name, other.who.name) ||
    haveSameKindAndPhone(one, other)
  )
}

/** The shortest name first, so that a longer name joins the group of a shorter one; then by all other fields. */
function byNameLength({ who: a }: FacilityRecord, { who: b }: FacilityRecord): number {
  const [one, other] = [foldName(a.name), foldName(b.name)]
  return (
    one.length - other.length || compareText(one, other) || compareText(JSON.stringify(a), JSON.stringify(b))
  )
}
