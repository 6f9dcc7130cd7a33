/** Which organization at an address a listed facility is. */
import { foldName } from '@careatlas/directory/person-name'
import { isHospitalCode } from '@careatlas/directory/taxonomy'
import type { Facility } from '../facts/facts.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { isNearlySameName } from './same-organization.ts'

type Registration = AddressRecord<OrganizationAtAddress>
type FacilityRecord = AddressRecord<Facility>
type Tie = (organization: Registration, facility: FacilityRecord) => boolean

/**
 * How an organization may be the facility, the surest first. A hospital's departments register under its legal name, and
 * some under the trade name. So the legal name counts only for the same kind of place; the trade name counts
 * for another kind last, after every hospital of the house.
 */
const ties: readonly Tie[] = [
  ({ who }, facility) => who.npi === facility.who.npi,
  (one, facility) => hasSameName(one, facility) && !areDifferentKinds(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isName(own, facility)),
  (one, facility) => hasSimilarName(one, facility) && areOneKindOrNumber(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isNearlyName(own, facility)),
  answerForOne,
  hasSameName,
]

/** Whether at one address the organization is the facility. */
export function isHostOf(organization: Registration, facility: FacilityRecord): boolean {
  return ties.some((tie) => tie(organization, facility))
}

/**
 * The only one of `groups` that is tied to the facility by the surest tie that any of them has; else the one with its name
 * on the unit, for a place of that name there has that identifier already; null otherwise.
 */
export function findHost<Group extends { readonly organizations: readonly Registration[] }>(
  facility: FacilityRecord,
  groups: readonly Group[],
): Group | null {
  for (const tie of ties) {
    const [host, ...others] = groups.filter((group) => group.organizations.some((one) => tie(one, facility)))
    if (host !== undefined && others.length === 0) return host
    if (host !== undefined) break
  }
  return groups.find(({ organizations }) => organizations.some((one) => hasSameName(one, facility))) ?? null
}

function hasSameName({ who }: Registration, facility: FacilityRecord): boolean {
  return isName(who.name, facility)
}

function hasSimilarName({ who }: Registration, facility: FacilityRecord): boolean {
  return isNearlyName(who.name, facility)
}

function isName(own: string, { who }: FacilityRecord): boolean {
  return foldName(own) === foldName(who.name)
}

function isNearlyName(own: string, { who }: FacilityRecord): boolean {
  return isNearlySameName(own, who.name)
}

/** One kind; where the list does not say which, one number will do. */
function areOneKindOrNumber(one: Registration, facility: FacilityRecord): boolean {
  return areOneKind(one, facility) || (!areDifferentKinds(one, facility) && answerOneNumber(one, facility))
}

/**
 * Both answer one number and are first of all the same kind of place, or hospitals of whatever kind where one is listed:
 * `PRIME SERVICES LLC` and `ENCINO HOSPITAL`.
 */
export function answerForOne(one: Registration | FacilityRecord, other: FacilityRecord): boolean {
  const kind = one.who.taxonomyCodes[0]
  const isOneKind = kind !== undefined && kind === other.who.taxonomyCodes[0]
  return (isOneKind || (saysHospital(one) && saysHospital(other))) && answerOneNumber(one, other)
}

/** Of itself, by its first code; where it has none, by what the list calls it. */
export function saysHospital({ who }: Registration | FacilityRecord): boolean {
  const [first] = who.taxonomyCodes
  if (first !== undefined) return isHospitalCode(first)
  return who.kind === 'facility' && who.listedAs === 'hospital'
}

function answerOneNumber({ registered: { phone } }: AddressRecord, { registered }: AddressRecord): boolean {
  return phone !== null && phone === registered.phone
}

type Kinded = Pick<Registration | FacilityRecord, 'who'>

function areOneKind(one: Kinded, other: Kinded): boolean {
  return kindOf(one) !== null && kindOf(one) === kindOf(other)
}

/** Both say what they are, and it is not the same. */
export function areDifferentKinds(one: Kinded, other: Kinded): boolean {
  return kindOf(one) !== null && kindOf(other) !== null && kindOf(one) !== kindOf(other)
}

/** The classification (the first four characters of a code) of its primary kind; null if no source states it. */
function kindOf({ who: { taxonomyCodes } }: Kinded): string | null {
  return taxonomyCodes[0]?.slice(0, 4) ?? null
}
