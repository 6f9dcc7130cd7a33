/** Matches the facilities that lists have at one address with the organizations that are registered there. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import type { Facility } from '../facts/facts.ts'
import { shareKindAndNumber, areDifferentKinds, findHost } from './facility-host.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { isNearlySameName } from './same-organization.ts'

/** The registrations and the listings of one organization. */
export interface OrganizationGroup {
  /** The folded name of the organization; empty for a place of the address alone. */
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
  const named = facilities.filter(({ who }) => foldName(who.name) !== '').toSorted(shortestFirst)
  const byHost = Map.groupBy(named, (one) => findHost(one, registered))
  const hosts = registered.map((house) => ({ ...house, facilities: byHost.get(house) ?? [] }))
  const bySecondHost = Map.groupBy(byHost.get(null) ?? [], (one) => onlyHostOfDuplicate(one, hosts))
  return [
    ...hosts.map((house) => ({
      ...house,
      facilities: [...house.facilities, ...(bySecondHost.get(house) ?? [])],
    })),
    ...listedHouses(bySecondHost.get(null) ?? []),
  ]
}

/**
 * The only organization with another listing of the same facility: one with its name, its certification number, or its telephone
 * number and kind, or a similar one that has the trade name of the organization. Null if there are none or several.
 */
function onlyHostOfDuplicate(
  one: FacilityRecord,
  hosts: readonly OrganizationGroup[],
): OrganizationGroup | null {
  const [host, ...others] = hosts.filter(({ organizationKey, facilities }) =>
    facilities.some(
      (other) =>
        haveOneName(one, other) ||
        haveOneCertification(one, other) ||
        shareKindAndNumber(one, other) ||
        (foldName(other.who.name) === organizationKey &&
          areSameFacility(one, other) &&
          !areDifferentKinds(other, one)),
    ),
  )
  return others.length === 0 ? (host ?? null) : null
}

function haveOneName({ who }: FacilityRecord, other: FacilityRecord): boolean {
  return foldName(who.name) === foldName(other.who.name)
}

/** A hospital and its units share one certification number. */
function haveOneCertification({ who: { certification } }: FacilityRecord, other: FacilityRecord): boolean {
  return certification !== undefined && certification === other.who.certification
}

/** Groups listings of one facility; the shortest name is the key. A listing that matches two groups joins them. */
function listedHouses(facilities: readonly FacilityRecord[]): readonly OrganizationGroup[] {
  let groups: readonly (readonly FacilityRecord[])[] = []
  for (const one of facilities) {
    const known = groups.filter((group) => group.some((other) => areSameFacility(one, other)))
    groups = [...groups.filter((group) => !known.includes(group)), [...known.flat(), one]]
  }
  return groups
    .map((group) => group.toSorted(shortestFirst))
    .map((group) => ({
      organizationKey: foldName(group[0]!.who.name),
      organizations: [],
      facilities: group,
    }))
}

function areSameFacility(one: FacilityRecord, other: FacilityRecord): boolean {
  const sameNpi = one.who.npi !== null && one.who.npi === other.who.npi
  return (
    sameNpi ||
    haveOneName(one, other) ||
    haveOneCertification(one, other) ||
    isNearlySameName(one.who.name, other.who.name) ||
    shareKindAndNumber(one, other)
  )
}

/** By the length of the name, so that a longer name joins the group of the shorter one; then by all other fields. */
function shortestFirst({ who: a }: FacilityRecord, { who: b }: FacilityRecord): number {
  const [one, other] = [foldName(a.name), foldName(b.name)]
  return (
    one.length - other.length || compareText(one, other) || compareText(JSON.stringify(a), JSON.stringify(b))
  )
}
