/** Finds the registered organization that is the same as a listed facility at one address. */
import { foldName } from '@careatlas/directory/person-name'
import { isHospitalCode } from '@careatlas/directory/taxonomy'
import type { Facility } from '../facts/facts.ts'
import type { AddressRecord, OrganizationAtAddress } from './address-record.ts'
import { isNearlySameName } from './same-organization.ts'

type Registration = AddressRecord<OrganizationAtAddress>
type FacilityRecord = AddressRecord<Facility>
type Tie = (organization: Registration, facility: FacilityRecord) => boolean

/**
 * Evidence that an organization is the facility, the strongest first. A hospital's departments register under its legal name,
 * and some under the trade name. So the legal name is evidence only for the same kind of place. The trade name is evidence for
 * another kind of place too, but comes last, so that a hospital in the house matches first.
 */
const ties: readonly Tie[] = [
  ({ who }, facility) => who.npi === facility.who.npi,
  (one, facility) => hasSameName(one, facility) && !areDifferentKinds(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isName(own, facility)),
  (one, facility) => isNearlyName(one.who.name, facility) && areOneKindOrNumber(one, facility),
  (one, facility) => areOneKind(one, facility) && one.who.names.some((own) => isNearlyName(own, facility)),
  shareKindAndNumber,
  hasSameName,
]

/** Whether an organization is the facility, if both have the same address. */
export function isHostOf(organization: Registration, facility: FacilityRecord): boolean {
  return ties.some((tie) => tie(organization, facility))
}

/**
 * The group with the strongest evidence. If several are equal, the one with the name of the facility, so that no two places of
 * one name in a unit get the same identifier; null if there is none.
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

function isName(own: string, { who }: FacilityRecord): boolean {
  return foldName(own) === foldName(who.name)
}

function isNearlyName(own: string, { who }: FacilityRecord): boolean {
  return isNearlySameName(own, who.name)
}

/** Whether both have the same kind; if a kind is unknown, whether both have the same telephone number. */
function areOneKindOrNumber(one: Registration, facility: FacilityRecord): boolean {
  return areOneKind(one, facility) || (!areDifferentKinds(one, facility) && answerOneNumber(one, facility))
}

/**
 * Whether both have the same telephone number, and the same primary code or both that of a hospital: `PRIME SERVICES LLC` and
 * `ENCINO HOSPITAL`.
 */
export function shareKindAndNumber(one: Registration | FacilityRecord, other: FacilityRecord): boolean {
  const kind = one.who.taxonomyCodes[0]
  const isOneKind = kind !== undefined && kind === other.who.taxonomyCodes[0]
  return (isOneKind || (saysHospital(one) && saysHospital(other))) && answerOneNumber(one, other)
}

/** Whether the record is that of a hospital, by its first code; without codes, by the kind in the list. */
export function saysHospital({ who }: Registration | FacilityRecord): boolean {
  const [first] = who.taxonomyCodes
  if (first !== undefined) return isHospitalCode(first)
  return who.kind === 'facility' && who.listedAs === 'hospital'
}

/** Whether both have the same telephone number. */
export function answerOneNumber(
  { registered: { phone } }: AddressRecord,
  { registered }: AddressRecord,
): boolean {
  return phone !== null && phone === registered.phone
}

type Kinded = Pick<Registration | FacilityRecord, 'who'>

function areOneKind(one: Kinded, other: Kinded): boolean {
  return kindOf(one) !== null && kindOf(one) === kindOf(other)
}

/** Whether the kinds of both are known and different. */
export function areDifferentKinds(one: Kinded, other: Kinded): boolean {
  return kindOf(one) !== null && kindOf(other) !== null && kindOf(one) !== kindOf(other)
}

/** The classification (the first four characters of a code) of its primary kind; null if no source states it. */
function kindOf({ who: { taxonomyCodes } }: Kinded): string | null {
  return taxonomyCodes[0]?.slice(0, 4) ?? null
}
