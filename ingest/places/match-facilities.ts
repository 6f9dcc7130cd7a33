/** The organizations at one address, with the facilities that lists name there. */
import { foldName } from '@careatlas/directory/person-name'
import { compareText } from '../ordering.ts'
import type { Facility } from '../facts/facts.ts'
import { answerForOne, areDifferentKinds, findHost } from './facility-host.ts'
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

/** Each facility goes to the organization that it is; the others are houses of their own, one for each place listed. */
export function attachFacilities(
  registered: readonly OrganizationGroup[],
  facilities: readonly FacilityRecord[],
): readonly OrganizationGroup[] {
  if (facilities.length === 0) return registered
  const named = facilities.filter(({ who }) => foldName(who.name) !== '').toSorted(shortestFirst)
  const byHost = Map.groupBy(named, (one) => findHost(one, registered))
  const hosts = registered.map((house) => ({ ...house, facilities: byHost.get(house) ?? [] }))
  const bySecondHost = Map.groupBy(byHost.get(null) ?? [], (one) => onlyHostOfItsTwin(one, hosts))
  return [
    ...hosts.map((house) => ({
      ...house,
      facilities: [...house.facilities, ...(bySecondHost.get(house) ?? [])],
    })),
    ...listedHouses(bySecondHost.get(null) ?? []),
  ]
}

/**
 * Where another listing of its name or certification number is, or another that answers for it, or has the trade name and is nearly it; null
 * where none is, or several are.
 */
function onlyHostOfItsTwin(
  one: FacilityRecord,
  hosts: readonly OrganizationGroup[],
): OrganizationGroup | null {
  const [host, ...others] = hosts.filter(({ organizationKey, facilities }) =>
    facilities.some(
      (other) =>
        haveOneName(one, other) ||
        haveOneCertification(one, other) ||
        answerForOne(one, other) ||
        (foldName(other.who.name) === organizationKey &&
          areOne(one, other) &&
          !areDifferentKinds(other, one)),
    ),
  )
  return others.length === 0 ? (host ?? null) : null
}

function haveOneName({ who }: FacilityRecord, other: FacilityRecord): boolean {
  return foldName(who.name) === foldName(other.who.name)
}

/** A hospital and its units have one. */
function haveOneCertification({ who: { certification } }: FacilityRecord, other: FacilityRecord): boolean {
  return certification !== undefined && certification === other.who.certification
}

/** Named after the shortest; a facility that is two of the places so far makes them one. */
function listedHouses(facilities: readonly FacilityRecord[]): readonly OrganizationGroup[] {
  let groups: readonly (readonly FacilityRecord[])[] = []
  for (const one of facilities) {
    const known = groups.filter((group) => group.some((other) => areOne(one, other)))
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

function areOne(one: FacilityRecord, other: FacilityRecord): boolean {
  const sameNpi = one.who.npi !== null && one.who.npi === other.who.npi
  return (
    sameNpi ||
    haveOneName(one, other) ||
    haveOneCertification(one, other) ||
    isNearlySameName(one.who.name, other.who.name) ||
    answerForOne(one, other)
  )
}

/** By the length of the name, so that a list that says more adds to the place that another list made; then by all else. */
function shortestFirst({ who: a }: FacilityRecord, { who: b }: FacilityRecord): number {
  const [one, other] = [foldName(a.name), foldName(b.name)]
  return (
    one.length - other.length || compareText(one, other) || compareText(JSON.stringify(a), JSON.stringify(b))
  )
}
